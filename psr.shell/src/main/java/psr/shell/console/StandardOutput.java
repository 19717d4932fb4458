package psr.shell.console;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Optional;

/**
 * A stream that remembers why it could not be written: those of Java swallow what goes wrong, be it a full disk or a reader
 * that has gone, and a command must tell the one and be silent about the other.
 */
final class StandardOutput extends FilterOutputStream {

    private IOException failure;

    StandardOutput(OutputStream out) {
        super(out);
    }

    /** The standard output of the process. */
    static StandardOutput ofProcess() {
        return new StandardOutput(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 8192));
    }

    /** Prints to it, in the encoding of the process. */
    PrintStream printer() {
        return new PrintStream(this, false, charset());
    }

    private static Charset charset() {
        for (String property : new String[] {"stdout.encoding", "sun.stdout.encoding", "native.encoding"}) {
            try {
                return Charset.forName(System.getProperty(property, ""));
            } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
                // it depends on the version of Java and on the terminal which of them is set
            }
        }
        return Charset.defaultCharset();
    }

    @Override
    public void write(int b) throws IOException {
        try {
            out.write(b);
        } catch (IOException e) {
            throw remembered(e);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw remembered(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw remembered(e);
        }
    }

    private IOException remembered(IOException e) {
        failure = failure == null ? e : failure;
        return e;
    }

    /** Why it could not be written; empty if it could, or if nobody was there to read it. */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure).filter(e -> !readerGone());
    }

    /** Whether its reader has gone. */
    boolean readerGone() {
        return failure != null && String.valueOf(failure.getMessage()).matches("(?i).*(broken pipe|pipe is being closed).*");
    }
}
