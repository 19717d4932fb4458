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
 * A stream that remembers why writing failed: Java's streams swallow errors, be it a full disk, which a command must
 * report, or a reader that has closed the stream, which it must not.
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

    /** A print stream to it, in the encoding of the process. */
    PrintStream printer() {
        return new PrintStream(this, false, charset());
    }

    private static Charset charset() {
        for (String property : new String[] {"stdout.encoding", "sun.stdout.encoding", "native.encoding"}) {
            try {
                return Charset.forName(System.getProperty(property, ""));
            } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
                // which of them is set depends on the version of Java and on the terminal
            }
        }
        return Charset.defaultCharset();
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
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

    /** Why writing failed; empty if it did not, or if the reader closed the stream. */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure).filter(e -> !readerGone());
    }

    /** Whether the reader closed the stream. */
    boolean readerGone() {
        return failure != null && String.valueOf(failure.getMessage()).matches("(?i).*(broken pipe|pipe is being closed).*");
    }
}
