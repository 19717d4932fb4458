package psr.datasets;

import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
    private final Ending ending;
    private final BufferedReader reader;
    private int number;

    private NumberedLines(Path file, Reader reader) {
        this.file = file;
        ending = new Ending(reader);
        this.reader = new BufferedReader(ending);
    }

    /** Remembers the last character that was read: lines do not tell whether the last of them has an end. */
    private static final class Ending extends FilterReader {

        private char last = '\n';

        Ending(Reader reader) {
            super(reader);
        }

        @Override
        public int read(char[] buffer, int offset, int length) throws IOException {
            int count = super.read(buffer, offset, length);
            if (count > 0) {
                last = buffer[offset + count - 1];
            }
            return count;
        }
    }

    /** Opens a file that the user named. */
    static NumberedLines open(Path file) throws IOException {
        try {
            if (Files.isDirectory(file)) {
                throw new IOException("cannot read " + file + ": it is a folder, not a file");
            }
            // A decoder, since the reader for a mere charset hides bytes that are no text.
            return new NumberedLines(file,
                    new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8.newDecoder()));
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
                setting + " must name a file; none is given (" + owner + ")"));
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

    /** After the last line: whether it has an end, as every line before it. */
    boolean ended() {
        return ending.last == '\n' || ending.last == '\r';
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
