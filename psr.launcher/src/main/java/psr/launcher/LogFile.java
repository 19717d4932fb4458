package psr.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.util.tracker.ServiceTracker;

/**
 * Writes log messages of libraries (java.util.logging) and, if there is a log service, of bundles to {@code log/psr.log}
 * instead of the console. Several processes may share the file: a message, with its stack trace, is appended in one write.
 * Before the file exceeds {@value #LIMIT} bytes it is renamed to {@code psr.log.1}, that one to {@code psr.log.2}, up to
 * {@value #OLD}.
 */
@Component(service = {}, immediate = true)
public final class LogFile {

    private static final long LIMIT = 5_000_000;
    private static final int OLD = 3;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    private final Path file;
    private final long limit;
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
    private ServiceTracker<Object, AutoCloseable> readers;

    @Activate
    public LogFile(BundleContext context, @Reference Home home) {
        this(home.log(), LIMIT);
        Logger root = Logger.getLogger("");
        for (Handler each : console) {
            root.removeHandler(each);
        }
        handler.setLevel(Level.INFO);
        root.addHandler(handler);
        // By name instead of @Reference: the framework may lack the log service and its package.
        readers = new ServiceTracker<>(context, "org.osgi.service.log.LogReaderService", null) {
            @Override
            public AutoCloseable addingService(ServiceReference<Object> reference) {
                try {
                    return new BundleLog(context, reference, LogFile.this);
                } catch (LinkageError | ClassCastException e) {
                    return null; // it is of another package version
                }
            }

            @Override
            public void removedService(ServiceReference<Object> reference, AutoCloseable log) {
                try {
                    log.close();
                } catch (Exception e) {
                    // it is being removed anyway
                }
                context.ungetService(reference);
            }
        };
        readers.open();
    }

    LogFile(Path folder, long limit) {
        this.file = folder.resolve("psr.log");
        this.limit = limit;
    }

    @Deactivate
    void close() {
        readers.close();
        Logger root = Logger.getLogger("");
        root.removeHandler(handler);
        for (Handler each : console) {
            root.addHandler(each);
        }
    }

    synchronized void write(Instant time, String level, String source, String message, Throwable thrown) {
        StringWriter text = new StringWriter();
        text.append(String.format(Locale.ROOT, "%s %d %s %s: %s%n", TIME.format(time), ProcessHandle.current().pid(), level,
                source, message));
        if (thrown != null) {
            thrown.printStackTrace(new PrintWriter(text, true));
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        try {
            if (isFull(bytes.length)) {
                rotate(bytes.length);
            }
            Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND,
                    LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            // Cannot be reported: the console is for results.
        }
    }

    private boolean isFull(int more) throws IOException {
        return Files.exists(file) && Files.size(file) > 0 && Files.size(file) + more > limit;
    }

    /** Rotates in one process at a time; another process sees the new file, or exceeds the limit by one message. */
    private void rotate(int more) throws IOException {
        try (FileChannel channel = FileChannel.open(old(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS); FileLock lock = channel.tryLock()) {
            if (lock == null || !isFull(more)) {
                return;
            }
            for (int i = OLD; i > 0; i--) {
                Path younger = i == 1 ? file : old("." + (i - 1));
                if (Files.exists(younger)) {
                    Files.move(younger, old("." + i), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (OverlappingFileLockException e) {
            // another laboratory in this process is rotating the file
        }
    }

    private Path old(String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }
}
