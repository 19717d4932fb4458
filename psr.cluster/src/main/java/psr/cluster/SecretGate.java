package psr.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

import javax.net.ssl.SSLException;

import com.hazelcast.nio.MemberSocketInterceptor;

/**
 * Requires every connection to prove knowledge of the secret. Before the first byte of Hazelcast is read, both sides prove
 * that they know it without revealing it:
 *
 * <pre>
 *   server    8 bytes of greeting, 32 random bytes a
 *   client    32 random bytes b, HMAC(secret, "connects", a, b)
 *   server    HMAC(secret, "accepts", a, b)
 * </pre>
 *
 * <p>The greeting says whether {@linkplain Tls TLS} follows. Without TLS the following bytes are neither encrypted nor signed: the
 * network must be protected against attackers who can change packets (see docs/MANY-MACHINES.md).
 */
final class SecretGate implements MemberSocketInterceptor {

    private static final byte[] PLAIN = "psr-gat1".getBytes(StandardCharsets.US_ASCII);
    /** Sent instead of a greeting if the member is busy. */
    private static final byte[] BUSY = "psr-busy".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED = "psr-tls1".getBytes(StandardCharsets.US_ASCII);
    private static final int SIZE = 32;
    /** Time limit for the whole handshake, in milliseconds. */
    private static final int PATIENCE = 5_000;
    /** The maximum number of concurrent handshakes per address: they run on Hazelcast's threads, of which there are 16. */
    static final int MOST = 8;

    /** The peer does not answer now; its secret may still be correct. */
    static final class BusyException extends IOException {

        private static final long serialVersionUID = 1L;

        BusyException(String message) {
            super(message);
        }
    }

    private final Secret secret;
    private final Optional<Tls> tls;
    private final RejectionLog rejections;
    private final LongSupplier clock;
    /** The number of handshakes under way, by address. */
    private final Map<InetAddress, Integer> underWay = new ConcurrentHashMap<>();

    SecretGate(Secret secret, Optional<Tls> tls, RejectionLog rejections) {
        this(secret, tls, rejections, System::nanoTime);
    }

    /** @param clock the time in nanoseconds */
    SecretGate(Secret secret, Optional<Tls> tls, RejectionLog rejections, LongSupplier clock) {
        this.secret = secret;
        this.tls = tls;
        this.rejections = rejections;
        this.clock = clock;
    }

    /** Encrypts the connection after the proof; empty without TLS. */
    Optional<Tls> tls() {
        return tls;
    }

    @Override
    public void init(Properties none) {
        // Nothing to configure: the constructor has received everything.
    }

    @Override
    public void onAccept(Socket socket) throws IOException {
        InetAddress address = socket.getInetAddress();
        try {
            if (underWay.merge(address, 1, Integer::sum) > MOST) {
                socket.getOutputStream().write(BUSY);
                throw new IOException("one address must have at most " + MOST + " handshakes under way");
            }
            accept(socket);
        } catch (IOException e) {
            rejections.away(socket, e);
            throw e;
        } finally {
            underWay.compute(address, (same, number) -> number == null || number == 1 ? null : number - 1);
        }
    }

    private void accept(Socket socket) throws IOException {
        int before = socket.getSoTimeout();
        OutputStream out = socket.getOutputStream();
        InputStream in = new TimedInput(socket, PATIENCE, clock);
        byte[] ours = Secret.random();
        out.write(tls.isPresent() ? ENCRYPTED : PLAIN);
        out.write(ours);
        out.flush();
        byte[] theirs = in.readNBytes(SIZE);
        byte[] proof = in.readNBytes(SIZE);
        if (proof.length < SIZE) {
            throw new IOException(
                    "a member must prove that it knows the secret of the cluster; " + socket.getRemoteSocketAddress()
                            + " disconnected before" + (tls.isPresent() ? "; it may have no key store" : ""));
        }
        if (!MessageDigest.isEqual(proof, secret.proof("connects", ours, theirs))) {
            throw new IOException("a member must know the secret of the cluster; " + socket.getRemoteSocketAddress()
                    + " does not");
        }
        out.write(secret.proof("accepts", ours, theirs));
        out.flush();
        if (tls.isPresent()) {
            tls.get().handshake(socket, in, false);
        }
        socket.setSoTimeout(before);
    }

    @Override
    public void onConnect(Socket socket) throws IOException {
        int before = socket.getSoTimeout();
        OutputStream out = socket.getOutputStream();
        InputStream in = new TimedInput(socket, PATIENCE, clock);
        greeted(in.readNBytes(PLAIN.length), socket);
        byte[] theirs = in.readNBytes(SIZE);
        byte[] ours = Secret.random();
        out.write(ours);
        out.write(secret.proof("connects", theirs, ours));
        out.flush();
        if (!MessageDigest.isEqual(in.readNBytes(SIZE), secret.proof("accepts", theirs, ours))) {
            throw new IOException("a member must know the secret of the cluster; " + socket.getRemoteSocketAddress()
                    + " does not, or rejects ours");
        }
        if (tls.isPresent()) {
            tls.get().handshake(socket, in, true);
        }
        socket.setSoTimeout(before);
    }

    private void greeted(byte[] greeting, Socket socket) throws IOException {
        if (greeting.length < PLAIN.length || Arrays.equals(greeting, BUSY)) {
            throw new BusyException("a member must send its greeting; " + socket.getRemoteSocketAddress()
                    + (greeting.length == 0 ? " closed the connection before" : " has too many handshakes under way"));
        }
        boolean encrypted = Arrays.equals(greeting, ENCRYPTED);
        if (!encrypted && !Arrays.equals(greeting, PLAIN)) {
            throw new IOException("a member must send the greeting of psr; " + socket.getRemoteSocketAddress() + " does not");
        }
        if (encrypted != tls.isPresent()) {
            throw new SSLException("all members of a cluster must have a key store, or none; "
                    + (encrypted ? "the other side has one, this side has none" : "this side has one, the other has none"));
        }
    }
}
