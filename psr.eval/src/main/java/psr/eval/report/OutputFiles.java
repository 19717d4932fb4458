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

import psr.eval.report.page.ReportFigures;

/**
 * Writes files atomically: each is written to a new file in the same folder, not through a link, and then replaces the
 * old one. Error messages name the file.
 */
final class OutputFiles {

    private final List<Path> written;

    /** @param written completed files are added to it */
    OutputFiles(List<Path> written) {
        this.written = written;
    }

    /** Creates a folder if it does not exist. */
    Path folder(Path folder) throws IOException {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IOException("cannot create the folder " + folder + ": " + reason(e), e);
        }
    }

    /** Writes a figure in both formats. */
    void write(Path folder, ReportFigures.Figure figure) throws IOException {
        write(folder.resolve(figure.file() + ".svg"), figure.wide().svg());
        write(folder.resolve(figure.file() + ".pdf"), figure.wide().pdf());
    }

    void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    void write(Path file, byte[] content) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            // Left behind by a process that was killed, or a link placed there: do not write to it.
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
            return "the folder does not exist";
        }
        if (e instanceof FileAlreadyExistsException || e instanceof DirectoryNotEmptyException) {
            return "a different kind of file exists there";
        }
        return e instanceof FileSystemException system && system.getReason() != null ? system.getReason()
                : e.getMessage();
    }
}
