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

/** Passes what bundles log on to the log file. This class and {@link BundleLoggers} need the package of the log service. */
final class BundleLog implements AutoCloseable {

    private final LogReaderService reader;
    private final LogFile file;
    /** Null where the log that is read has no loggers to offer. */
    private final BundleLoggers loggers;
    private final LogListener listener = this::write;

    /** What was logged before, and from now on. */
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

    /** The loggers of the bundle whose log is read. */
    private static Optional<LoggerFactory> factory(BundleContext context, Bundle log) {
        try {
            return context.getServiceReferences(LoggerFactory.class, null).stream().filter(each -> log.equals(each.getBundle()))
                    .findFirst().map(context::getService);
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e); // there is no filter
        }
    }

    /** The name of the bundle. */
    private static String from(LogEntry entry) {
        if (entry.getLoggerName() != null && entry.getLoggerName().startsWith(BundleLoggers.PREFIX)) {
            return entry.getLoggerName().substring(BundleLoggers.PREFIX.length());
        }
        return entry.getBundle() == null ? "?" : entry.getBundle().getSymbolicName();
    }

    private void write(LogEntry entry) {
        // Events.* tell each start and stop of each bundle and service: that is for debugging.
        boolean event = entry.getLoggerName() != null && entry.getLoggerName().startsWith("Events.");
        LogLevel least = event ? LogLevel.WARN : LogLevel.INFO;
        if (least.implies(entry.getLogLevel())) {
            file.write(Instant.ofEpochMilli(entry.getTime()), entry.getLogLevel().name(), from(entry), entry.getMessage(),
                    entry.getException());
        }
    }
}
