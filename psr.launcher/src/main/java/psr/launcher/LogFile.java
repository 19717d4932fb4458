package psr.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.log.LogEntry;
import org.osgi.service.log.LogLevel;
import org.osgi.service.log.LogListener;
import org.osgi.service.log.LogReaderService;

/**
 * Writes what bundles (OSGi log) and libraries (java.util.logging) log into {@code log/psr.log}, and takes both off the
 * console. Several processes may share the file: a line, with its stack trace, is one append. A file above
 * {@value #LIMIT} bytes becomes {@code psr.log.1} when the next process starts.
 */
@Component(service = {}, immediate = true)
public final class LogFile {

    private static final long LIMIT = 5_000_000;
    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

    private final Path file;
    private final LogReaderService reader;
    private final LogListener listener = this::write;
    private final Handler handler = new Handler() {

        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord record) {
            if (isLoggable(record)) {
                write(record.getInstant(), record.getLevel().getName(), record.getLoggerName(),
                    formatter.formatMessage(record), record.getThrown());
            }
        }

        @Override
        public void flush() {
            // every record is written at once
        }

        @Override
        public void close() {
            // the file is opened for each record
        }
    };
    private final Handler[] console = Logger.getLogger("").getHandlers();

    @Activate
    public LogFile(@Reference Home home, @Reference LogReaderService reader) throws IOException {
        this.file = home.log().resolve("psr.log");
        this.reader = reader;
        if (Files.exists(file) && Files.size(file) > LIMIT) {
            Files.move(file, file.resolveSibling("psr.log.1"), StandardCopyOption.REPLACE_EXISTING);
        }
        Logger root = Logger.getLogger("");
        for (Handler each : console) {
            root.removeHandler(each);
        }
        handler.setLevel(Level.INFO);
        root.addHandler(handler);
        List<LogEntry> earlier = new ArrayList<>(Collections.list(reader.getLog()));
        Collections.reverse(earlier);
        earlier.forEach(this::write);
        reader.addLogListener(listener);
    }

    @Deactivate
    void close() {
        reader.removeLogListener(listener);
        Logger root = Logger.getLogger("");
        root.removeHandler(handler);
        for (Handler each : console) {
            root.addHandler(each);
        }
    }

    private void write(LogEntry entry) {
        // Events.* tell each start and stop of each bundle and service: that is for debugging.
        boolean event = entry.getLoggerName() != null && entry.getLoggerName().startsWith("Events.");
        LogLevel least = event ? LogLevel.WARN : LogLevel.INFO;
        if (least.implies(entry.getLogLevel())) {
            String bundle = entry.getBundle() == null ? "?" : entry.getBundle().getSymbolicName();
            write(Instant.ofEpochMilli(entry.getTime()), entry.getLogLevel().name(), bundle, entry.getMessage(),
                entry.getException());
        }
    }

    private synchronized void write(Instant time, String level, String source, String message, Throwable thrown) {
        StringWriter text = new StringWriter();
        text.append("%s %d %s %s: %s%n".formatted(TIME.format(time), ProcessHandle.current().pid(), level, source, message));
        if (thrown != null) {
            thrown.printStackTrace(new PrintWriter(text, true));
        }
        try {
            Files.write(file, text.toString().getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        } catch (IOException e) {
            // No place to say so: the console belongs to the results.
        }
    }
}
