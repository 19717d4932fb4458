package psr.eval.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Writes files that are whole or not there: each is written beside its place, as a new file and through no link, and then
 * takes the place of the old one. What cannot be written is named.
 */
final class OutputFiles {

    private final List<Path> written;

    /** @param written files are added as they are there */
    OutputFiles(List<Path> written) {
        this.written = written;
    }

    /** Makes a folder if it is not there. */
    Path folder(Path folder) throws IOException {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IOException("cannot make the folder " + folder + ": " + reason(e), e);
        }
    }

    void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    void write(Path file, byte[] content) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            // Left behind by a process that was killed, or laid there as a link: neither is written to.
            Files.deleteIfExists(part);
            try (OutputStream out = Files.newOutputStream(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS)) {
                out.write(content);
            }
            move(part, file);
        } catch (IOException e) {
            discard(part, e);
            throw new IOException("cannot write " + file + ": " + reason(e), e);
        }
        written.add(file);
    }

    private static void move(Path part, Path file) throws IOException {
        try {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void discard(Path part, IOException why) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "there is no such folder";
        }
        if (e instanceof FileAlreadyExistsException || e instanceof DirectoryNotEmptyException) {
            return "something else is in its place";
        }
        return e instanceof FileSystemException system && system.getReason() != null ? system.getReason()
                : e.getMessage();
    }
}
