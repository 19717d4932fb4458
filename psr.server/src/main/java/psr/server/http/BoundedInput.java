package psr.server.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads so many bytes and no more. */
final class BoundedInput extends FilterInputStream {

    private final long largest;
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
