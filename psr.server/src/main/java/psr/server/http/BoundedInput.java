package psr.server.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads so many bytes and no more, and not for ever from somebody who sends one a minute. */
final class BoundedInput extends FilterInputStream {

    private static final long PATIENCE_SECONDS = 60;
    static final long LEAST_BYTES_A_SECOND = 1_000;

    private final long largest;
    private final long begun = System.nanoTime();
    private long read;

    BoundedInput(InputStream in, long largest) {
        super(in);
        this.largest = largest;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int number = super.read(into, offset, length);
        count(Math.max(0, number));
        return number;
    }

    private void count(int number) {
        read += number;
        if (read > largest) {
            throw Request.tooLarge(largest);
        }
        if ((System.nanoTime() - begun) / 1_000_000_000 > PATIENCE_SECONDS + read / LEAST_BYTES_A_SECOND) {
            throw new ProblemException(Problem.of(408, "too slow", "a body must arrive with " + LEAST_BYTES_A_SECOND + " bytes a second"));
        }
    }

    @Override
    public long skip(long number) throws IOException {
        long skipped = super.skip(number);
        count((int) skipped);
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
