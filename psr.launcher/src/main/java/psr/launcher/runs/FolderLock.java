package psr.launcher.runs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Ensures that a run folder has one writer: a lock of the operating system on the file {@code .lock}, which is released even
 * if the process is killed. The file itself stays and means nothing. The process that holds the lock is recorded in
 * {@code .lock-holder}, because a locked file is not readable on some systems. Neither file is opened if it is a link.
 */
final class FolderLock implements AutoCloseable {

    private static final String FILE = ".lock";
    private static final String HOLDER = ".lock-holder";

    /**
     * The folders that this process has locked. Static, because the lock belongs to the process: on POSIX systems it is lost
     * as soon as the process closes any descriptor of the file, so a file locked by this process must not be opened again.
     */
    private static final Set<Path> OURS = new HashSet<>();

    private final Path folder;
    private final FileChannel channel;

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /**
     * Locks a folder that exists.
     *
     * @return empty if a run is writing it
     * @throws IOException if the folder cannot be written
     */
    static Optional<FolderLock> take(Path folder) throws IOException {
        Path real = folder.toRealPath();
        synchronized (OURS) {
            if (OURS.contains(real)) {
                return Optional.empty();
            }
            FileChannel channel = FileChannel.open(real.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
            try {
                if (channel.tryLock() == null) {
                    channel.close();
                    return Optional.empty();
                }
                Files.write(real.resolve(HOLDER), List.of(Long.toString(ProcessHandle.current().pid())),
                        StandardCharsets.US_ASCII, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            } catch (IOException | OverlappingFileLockException e) {
                channel.close();
                throw e;
            }
            OURS.add(real);
            return Optional.of(new FolderLock(real, channel));
        }
    }

    /** Describes the process that is writing a folder; empty if there is none or if that cannot be determined. */
    static Optional<String> holder(Path folder) {
        Path file = folder.resolve(FILE);
        synchronized (OURS) {
            try {
                if (OURS.contains(folder.toRealPath())) {
                    return Optional.of("this process");
                }
                if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    return Optional.empty();
                }
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                    if (channel.tryLock() != null) {
                        return Optional.empty();
                    }
                }
                return Optional.of(description(folder.resolve(HOLDER)));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }

    private static String description(Path holder) {
        try (InputStream in = Files.newInputStream(holder, LinkOption.NOFOLLOW_LINKS)) {
            return "process " + new String(in.readNBytes(20), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            return "another process"; // locked, but not yet or no longer recorded by whom
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (OURS) {
            OURS.remove(folder);
            // Before the lock is released: afterwards the file may belong to another process.
            try {
                Files.deleteIfExists(folder.resolve(HOLDER));
            } finally {
                channel.close();
            }
        }
    }

    /** Releases the lock and deletes the file, for a folder that is discarded. */
    void delete() throws IOException {
        close();
        Files.deleteIfExists(folder.resolve(FILE));
    }
}
