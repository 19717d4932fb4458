package psr.launcher.use;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The lines of a file, or of standard input as they come, in UTF-8. */
final class Reader implements AutoCloseable {

    private final String name;
    private final BufferedReader lines;
    private int number;

    private Reader(String name, BufferedReader lines) {
        this.name = name;
        this.lines = lines;
    }

    /** @throws IllegalArgumentException if the file that the user named cannot be read */
    static Reader of(Path file) throws IOException {
        if (!Files.isRegularFile(file) && !Files.isReadable(file) || Files.isDirectory(file)) {
            throw new IllegalArgumentException("cannot read " + file + ": "
                    + (Files.isDirectory(file) ? "it is a folder, not a file" : "there is no such file"));
        }
        try {
            return new Reader(file.getFileName().toString(), Files.newBufferedReader(file, StandardCharsets.UTF_8));
        } catch (AccessDeniedException e) {
            throw new IllegalArgumentException("cannot read " + file + ": access is denied", e);
        }
    }

    static Reader of(InputStream in) {
        return new Reader("standard input", new BufferedReader(
                new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder())));
    }

    /** The next line; null after the last. */
    String next() throws IOException {
        number++;
        try {
            String line = lines.readLine();
            return number == 1 && line != null && line.startsWith("\uFEFF") ? line.substring(1) : line;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("at or after line " + number + " of " + name
                    + ": the text must be in UTF-8", e);
        }
    }

    /** The number of the line that {@link #next} gave, from 1. */
    int number() {
        return number;
    }

    /** What is wrong with the present line. */
    IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("line " + number + " of " + name + ": " + what);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
