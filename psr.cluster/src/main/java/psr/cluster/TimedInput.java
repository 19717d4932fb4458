package psr.cluster;

import java.io.FilterInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Reads from a socket until a deadline. The socket's own time limit applies to each read, so a peer that sends single bytes could extend it. */
final class TimedInput extends FilterInputStream {

    private final Socket socket;
    private final LongSupplier clock;
    private final long end;
    private final long patience;

    /**
     * Creates the input.
     *
     * @param patience milliseconds until the deadline
     * @param clock the time in nanoseconds
     */
    TimedInput(Socket socket, long patience, LongSupplier clock) throws IOException {
        super(socket.getInputStream());
        this.socket = socket;
        this.clock = clock;
        this.patience = patience;
        this.end = clock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(patience);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        long left = TimeUnit.NANOSECONDS.toMillis(end - clock.getAsLong());
        if (left <= 0) {
            throw new SocketTimeoutException("a handshake must take at most " + patience + " ms");
        }
        socket.setSoTimeout((int) left);
        return in.read(into, offset, length);
    }
}
