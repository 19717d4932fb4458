package psr.math.text;

import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The lines of a UTF-8 text, with line numbers for messages. Accepts any line ending, skips a byte order mark, and
 * rejects bytes that are not valid UTF-8. Not thread-safe.
 */
public final class NumberedLines implements AutoCloseable {

    private final String name;
    private final Ending ending;
    private final BufferedReader reader;
    private int number;

    private NumberedLines(String name, InputStream in) {
        this.name = name;
        // A decoder, because the reader for a mere charset hides invalid bytes.
        ending = new Ending(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
        reader = new BufferedReader(ending);
    }

    /** Remembers the last character read, because lines do not tell whether the last of them has a line ending. */
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

    /**
     * Opens a file, which the caller must close.
     *
     * @throws IOException if it cannot be read; the message has the reason
     */
    public static NumberedLines open(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("cannot read " + file + ": it is a folder, not a file");
        }
        try {
            return of(file.getFileName() == null ? file.toString() : file.getFileName().toString(),
                    Files.newInputStream(file));
        } catch (NoSuchFileException e) {
            throw new IOException("cannot read " + file + ": there is no such file", e);
        } catch (AccessDeniedException e) {
            throw new IOException("cannot read " + file + ": access is denied", e);
        } catch (FileSystemException e) {
            // Java's message begins with the file's name; the reason is the text of the system.
            throw new IOException("cannot read " + file + ": " + (e.getReason() == null ? "it cannot be opened" : e.getReason()),
                    e);
        }
    }

    /**
     * The lines of a stream, each as soon as it is available.
     *
     * @param name the name of the stream in messages
     * @param in closed by {@link #close}
     */
    public static NumberedLines of(String name, InputStream in) {
        return new NumberedLines(name, in);
    }

    /** The unread text, without a byte order mark, for other parsers; closed by {@link #close}. */
    public Reader reader() throws IOException {
        reader.mark(1);
        try {
            if (reader.read() != '\uFEFF') {
                reader.reset();
            }
        } catch (CharacterCodingException e) {
            throw notText(1, e);
        }
        return reader;
    }

    /** The next line without its line ending; null after the last. */
    public String next() throws IOException {
        number++;
        try {
            String line = reader.readLine();
            return number == 1 && line != null && line.startsWith("\uFEFF") ? line.substring(1) : line;
        } catch (CharacterCodingException e) {
            throw notText(number, e);
        }
    }

    /** The reader decodes ahead, so the position is approximate. */
    private IOException notText(int line, CharacterCodingException e) {
        return new IOException("at or after line " + line + " of " + name + ": the text must be in UTF-8", e);
    }

    /** After the last line: whether it has a line ending, as every line before it. */
    public boolean ended() {
        return ending.last == '\n' || ending.last == '\r';
    }

    /** The number of the line that {@link #next} returned, from 1. */
    public int number() {
        return number;
    }

    /** The name of the text: the last part of the file's path, or the name of the stream. */
    public String name() {
        return name;
    }

    /** An error in the current line, with its position. */
    public IOException wrong(String what) {
        return wrong(number, what);
    }

    /** An error in a line, with its position. */
    public IOException wrong(int line, String what) {
        return new IOException("line " + line + " of " + name + ": " + what);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
