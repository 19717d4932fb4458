package psr.api.data;

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
 * The lines of a UTF-8 text, with their numbers for messages. Any line ending; a byte order mark is passed over; bytes that
 * are no text are refused. Used by one thread at a time.
 */
public final class NumberedLines implements AutoCloseable {

    private final String name;
    private final Ending ending;
    private final BufferedReader reader;
    private int number;

    private NumberedLines(String name, InputStream in) {
        this.name = name;
        // A decoder, since the reader for a mere charset hides bytes that are no text.
        ending = new Ending(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
        reader = new BufferedReader(ending);
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

    /**
     * Opens a file; to be closed by the caller.
     *
     * @throws IOException if it cannot be read, with the reason in words
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
            // Java gives the name first, then the words of the system, which are no sentence.
            throw new IOException("cannot read " + file + ": " + (e.getReason() == null ? "it cannot be opened" : e.getReason()),
                    e);
        }
    }

    /**
     * The lines of a stream, each as soon as it is there.
     *
     * @param name what the stream is called in messages
     * @param in closed when this is
     */
    public static NumberedLines of(String name, InputStream in) {
        return new NumberedLines(name, in);
    }

    /** What is not read yet, without a byte order mark, for those who read other things than lines; closed when this is. */
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

    /** The next line without its ending; null after the last. */
    public String next() throws IOException {
        number++;
        try {
            String line = reader.readLine();
            return number == 1 && line != null && line.startsWith("\uFEFF") ? line.substring(1) : line;
        } catch (CharacterCodingException e) {
            throw notText(number, e);
        }
    }

    /** The reader decodes ahead, so the place is not known better than this. */
    private IOException notText(int line, CharacterCodingException e) {
        return new IOException("at or after line " + line + " of " + name + ": the text must be in UTF-8", e);
    }

    /** After the last line: whether it has an end, as every line before it. */
    public boolean ended() {
        return ending.last == '\n' || ending.last == '\r';
    }

    /** The number of the line that {@link #next} gave, from 1. */
    public int number() {
        return number;
    }

    /** What the text is called: the last part of the file's path, or the name of the stream. */
    public String name() {
        return name;
    }

    /** What is wrong with the present line, with its place. */
    public IOException wrong(String what) {
        return wrong(number, what);
    }

    /** What is wrong with a line, with its place. */
    public IOException wrong(int line, String what) {
        return new IOException("line " + line + " of " + name + ": " + what);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
