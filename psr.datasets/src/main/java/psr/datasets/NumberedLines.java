package psr.datasets;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The lines of a UTF-8 file, with their numbers for messages. Any line ending; a byte order mark is passed over. */
final class NumberedLines implements AutoCloseable {

    private final Path file;
    private final BufferedReader reader;
    private int number;

    private NumberedLines(Path file, BufferedReader reader) {
        this.file = file;
        this.reader = reader;
    }

    /** Opens a file that the user named. */
    static NumberedLines open(Path file) throws IOException {
        try {
            if (Files.isDirectory(file)) {
                throw new IOException("cannot read " + file + ": it is a folder, not a file");
            }
            return new NumberedLines(file, Files.newBufferedReader(file, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            throw new IOException("cannot read " + file + ": there is no such file", e);
        } catch (AccessDeniedException e) {
            throw new IOException("cannot read " + file + ": access is denied", e);
        }
    }

    /** What is not read yet, without a byte order mark, for who reads other things than lines. */
    Reader reader() throws IOException {
        reader.mark(1);
        try {
            if (reader.read() != '\uFEFF') {
                reader.reset();
            }
        } catch (CharacterCodingException e) {
            close();
            throw new IOException("at or after line 1 of " + name() + ": the text must be in UTF-8", e);
        }
        return reader;
    }

    /** The file of a setting without which nothing can be read. */
    static Path required(Optional<Path> file, String setting, String owner) {
        return file.orElseThrow(() -> new IllegalArgumentException(
                setting + " must name a file; " + setting + "=none (" + owner + ")"));
    }

    /** The next line without its ending; null after the last. */
    String next() throws IOException {
        number++;
        try {
            String line = reader.readLine();
            return number == 1 && line != null && line.startsWith("\uFEFF") ? line.substring(1) : line;
        } catch (CharacterCodingException e) {
            // The reader decodes ahead, so the place is not known better than this.
            throw new IOException("at or after line " + number + " of " + name() + ": the text must be in UTF-8", e);
        }
    }

    /** The number of the line that {@link #next} gave, from 1. */
    int number() {
        return number;
    }

    /** The last part of the path, for messages. */
    String name() {
        return file.getFileName() == null ? file.toString() : file.getFileName().toString();
    }

    /** What is wrong with the present line. */
    IOException wrong(String what) {
        return wrong(number, what);
    }

    /** What is wrong with a line. */
    IOException wrong(int line, String what) {
        return new IOException("line " + line + " of " + name() + ": " + what);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
