package psr.launcher;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.log.LogEntry;
import org.osgi.service.log.LogLevel;
import org.osgi.service.log.LogListener;
import org.osgi.service.log.LogReaderService;
import org.osgi.service.log.LoggerFactory;

/** Writes the log entries of bundles to the log file. Only this class and {@link BundleLoggers} need the log service API. */
final class BundleLog implements AutoCloseable {

    private final LogReaderService reader;
    private final LogFile file;
    /** Null if the bundle of the log service provides no logger factory. */
    private final BundleLoggers loggers;
    private final LogListener listener = this::write;

    /** Writes the earlier entries, and all new ones. */
    BundleLog(BundleContext context, ServiceReference<?> reference, LogFile file) {
        reader = (LogReaderService) context.getService(reference);
        this.file = file;
        loggers = factory(context, reference.getBundle()).map(factory -> new BundleLoggers(context, factory)).orElse(null);
        List<LogEntry> earlier = new ArrayList<>(Collections.list(this.reader.getLog()));
        Collections.reverse(earlier);
        earlier.forEach(this::write);
        this.reader.addLogListener(listener);
    }

    @Override
    public void close() {
        if (loggers != null) {
            loggers.close();
        }
        reader.removeLogListener(listener);
    }

    /** The logger factory of the bundle that provides the log. */
    private static Optional<LoggerFactory> factory(BundleContext context, Bundle log) {
        try {
            return context.getServiceReferences(LoggerFactory.class, null).stream().filter(each -> log.equals(each.getBundle()))
                    .findFirst().map(context::getService);
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e); // there is no filter
        }
    }

    private static String source(LogEntry entry) {
        if (entry.getLoggerName() != null && entry.getLoggerName().startsWith(BundleLoggers.PREFIX)) {
            return entry.getLoggerName().substring(BundleLoggers.PREFIX.length());
        }
        return entry.getBundle() == null ? "?" : entry.getBundle().getSymbolicName();
    }

    private void write(LogEntry entry) {
        // Events.* report each start and stop of each bundle and service, which is only useful for debugging.
        boolean event = entry.getLoggerName() != null && entry.getLoggerName().startsWith("Events.");
        LogLevel least = event ? LogLevel.WARN : LogLevel.INFO;
        if (least.implies(entry.getLogLevel())) {
            file.write(Instant.ofEpochMilli(entry.getTime()), entry.getLogLevel().name(), source(entry), entry.getMessage(),
                    entry.getException());
        }
    }
}
