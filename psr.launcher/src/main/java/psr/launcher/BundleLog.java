package psr.launcher;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.osgi.service.log.LogEntry;
import org.osgi.service.log.LogLevel;
import org.osgi.service.log.LogListener;
import org.osgi.service.log.LogReaderService;

/** Passes what bundles log on to the log file. The only class that needs the package of the log service. */
final class BundleLog implements AutoCloseable {

    /** Loggers of components, as ds.log.extension names them. */
    private static final String COMPONENTS = "org.apache.felix.scr.";

    private final LogReaderService reader;
    private final LogFile file;
    private final LogListener listener = this::write;

    /** What was logged before, and from now on. */
    BundleLog(Object reader, LogFile file) {
        this.reader = (LogReaderService) reader;
        this.file = file;
        List<LogEntry> earlier = new ArrayList<>(Collections.list(this.reader.getLog()));
        Collections.reverse(earlier);
        earlier.forEach(this::write);
        this.reader.addLogListener(listener);
    }

    @Override
    public void close() {
        reader.removeLogListener(listener);
    }

    /** A bundle; of a component, its bundle and name, which its logger has. */
    private static String from(LogEntry entry) {
        if (entry.getLoggerName() != null && entry.getLoggerName().startsWith(COMPONENTS)) {
            return entry.getLoggerName().substring(COMPONENTS.length());
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
