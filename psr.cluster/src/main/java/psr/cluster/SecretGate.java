package psr.cluster;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;

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
    private static final byte[] ENCRYPTED = "psr-tls1".getBytes(StandardCharsets.US_ASCII);
    private static final int SIZE = 32;
    /** Time limit for the other side, in milliseconds. */
    private static final int PATIENCE = 10_000;

    private final Secret secret;
    private final Optional<Tls> tls;
    private final RejectionLog rejections;

    SecretGate(Secret secret, Optional<Tls> tls, RejectionLog rejections) {
        this.secret = secret;
        this.tls = tls;
        this.rejections = rejections;
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
        try {
            accept(socket);
        } catch (IOException e) {
            rejections.away(socket, e);
            throw e;
        }
    }

    private void accept(Socket socket) throws IOException {
        int before = socket.getSoTimeout();
        socket.setSoTimeout(PATIENCE);
        OutputStream out = socket.getOutputStream();
        DataInputStream in = new DataInputStream(socket.getInputStream());
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
            tls.get().handshake(socket, false);
        }
        socket.setSoTimeout(before);
    }

    @Override
    public void onConnect(Socket socket) throws IOException {
        int before = socket.getSoTimeout();
        socket.setSoTimeout(PATIENCE);
        OutputStream out = socket.getOutputStream();
        DataInputStream in = new DataInputStream(socket.getInputStream());
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
            tls.get().handshake(socket, true);
        }
        socket.setSoTimeout(before);
    }

    private void greeted(byte[] greeting, Socket socket) throws IOException {
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
