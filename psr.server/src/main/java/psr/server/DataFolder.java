package psr.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The data folder of a server. Only its owner can read it, and one server at a time uses it. */
public final class DataFolder implements AutoCloseable {

    private final Path path;
    private final FileChannel lockFile;
    private final FileLock lock;

    private DataFolder(Path path, FileChannel lockFile, FileLock lock) {
        this.path = path;
        this.lockFile = lockFile;
        this.lock = lock;
    }

    /**
     * Opens and locks the folder; creates it if it does not exist.
     *
     * @throws IOException if it cannot be created, or another server uses it; the message says which in one line
     */
    public static DataFolder open(Path path) throws IOException {
        Path folder = path.toAbsolutePath().normalize();
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new IOException("the data folder must be a folder; " + folder + " is a file", e);
        } catch (IOException e) {
            throw new IOException("the folder " + folder + " cannot be created: " + e.getMessage(), e);
        }
        owned(folder, "rwx------");
        FileChannel file = FileChannel.open(folder.resolve("server.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = file.tryLock();
        } catch (OverlappingFileLockException e) {
            // Another server of this process uses it.
        }
        if (lock == null) {
            file.close();
            throw new IOException("only one server at a time can use a data folder; another one uses " + folder);
        }
        return new DataFolder(folder, file, lock);
    }

    /** Restricts access to the owner if the file system knows owners. */
    public static void owned(Path file, String permissions) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        }
    }

    /** The files and folders in a folder that are wanted, in the order of their names. */
    public static List<Path> list(Path folder, Predicate<Path> wanted) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(wanted).sorted().toList();
        }
    }

    /** Deletes a file, or a folder with its content, if it exists. */
    public static void delete(Path path) throws IOException {
        if (Files.exists(path)) {
            try (Stream<Path> all = Files.walk(path)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }

    public Path path() {
        return path;
    }

    /** A subfolder, created if it does not exist: {@code runs}, {@code models}, {@code data}, {@code store}. */
    public Path folder(String name) throws IOException {
        return Files.createDirectories(path.resolve(name));
    }

    @Override
    public void close() throws IOException {
        lock.release();
        lockFile.close();
    }
}
