package psr.server.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads a limited number of bytes, and rejects clients that send too slowly. */
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
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        int number;
        try {
            number = in.read(into, offset, length);
        } catch (IOException e) {
            throw ProblemException.of(408, "cut off",
                    "the body must arrive completely, without a pause of " + ApiServlet.SILENCE_SECONDS + " s; it did not");
        }
        count(Math.max(0, number));
        return number;
    }

    private void count(int number) {
        read += number;
        if (read > largest) {
            throw Request.tooLarge(largest);
        }
        if ((System.nanoTime() - begun) / 1_000_000_000 > PATIENCE_SECONDS + read / LEAST_BYTES_A_SECOND) {
            throw ProblemException.of(408, "too slow",
                    "a body must arrive at " + LEAST_BYTES_A_SECOND + " bytes per second or faster");
        }
    }

    @Override
    public long skip(long number) {
        return Math.max(0, read(new byte[(int) Math.min(number, 8_192)], 0, (int) Math.min(number, 8_192)));
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
