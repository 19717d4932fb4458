package psr.launcher;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
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
    /** Null where the log service is of a time before loggers. */
    private final BundleLoggers loggers;
    /** What {@link BundleLoggers} hands out writes in the name of this bundle. */
    private final Bundle own;
    private final LogListener listener = this::write;

    /** What was logged before, and from now on. */
    BundleLog(BundleContext context, Object reader, LogFile file) {
        this.reader = (LogReaderService) reader;
        this.file = file;
        own = context.getBundle();
        ServiceReference<LoggerFactory> factory = context.getServiceReference(LoggerFactory.class);
        loggers = factory == null ? null : new BundleLoggers(context, context.getService(factory));
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

    /** The name of the bundle. */
    private String from(LogEntry entry) {
        if (own.equals(entry.getBundle())) {
            return entry.getLoggerName();
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
