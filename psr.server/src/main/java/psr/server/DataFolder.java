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

/** The folder in which the server keeps everything; its owner's only, and one server's at a time. */
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
     * Makes it where it is not there, and takes it.
     *
     * @throws IOException if it cannot be made, or another server has it; says which in one line
     */
    public static DataFolder open(Path path) throws IOException {
        Path folder = path.toAbsolutePath().normalize();
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new IOException("the data must be in a folder; " + folder + " is a file", e);
        } catch (IOException e) {
            throw new IOException("the folder " + folder + " cannot be made: " + e.getMessage(), e);
        }
        owned(folder, "rwx------");
        FileChannel file = FileChannel.open(folder.resolve("server.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = file.tryLock();
        } catch (OverlappingFileLockException e) {
            // Another server of this process has it.
        }
        if (lock == null) {
            file.close();
            throw new IOException("a folder belongs to one server at a time; another one has " + folder);
        }
        return new DataFolder(folder, file, lock);
    }

    /** Only its owner may look, where the file system knows owners. */
    public static void owned(Path file, String permissions) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        }
    }

    /** The folder itself; absolute. */
    public Path path() {
        return path;
    }

    /** A folder in it, made where it is not there: {@code runs}, {@code models}, {@code data}, {@code store}. */
    public Path folder(String name) throws IOException {
        return Files.createDirectories(path.resolve(name));
    }

    @Override
    public void close() throws IOException {
        lock.release();
        lockFile.close();
    }
}
