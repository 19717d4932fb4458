package psr.cluster;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.CertificateException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

import psr.cluster.hazelcast.GatedNode;

/**
 * Encrypts connections between members by TLS 1.3: each side shows a certificate and trusts those in its key store. Names in
 * certificates are not compared with addresses: a process with a trusted key may be a member at any address.
 *
 * <p>The handshake takes place on the socket before Hazelcast reads from it. Then handlers of the package
 * {@code hazelcast} are between Hazelcast and the socket. Certificates must be valid at the time of the handshake. Thread-safe.
 */
final class Tls {

    private static final int RECORD_HEADER = 5;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLContext context;
    /** The engines of sockets whose handshake is complete and whose channel is not open yet. */
    private final Map<Socket, SSLEngine> done = Collections.synchronizedMap(new WeakHashMap<>());

    private Tls(SSLContext context) {
        this.context = context;
    }

    /**
     * Reads the key and the certificates of a PKCS#12 file. Its password is the first line of the file of the same name with the
     * suffix {@code .password}.
     *
     * @throws IOException if it cannot be read or contains no key; the message says why in one line
     */
    static Tls open(Path file) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".password");
        byte[] bytes = Files.readAllBytes(file);
        char[] password = (Files.exists(beside) ? Files.readString(beside).lines().findFirst().orElse("") : "").toCharArray();
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(bytes), password);
            return new Tls(context(store, password));
        } catch (GeneralSecurityException | IOException e) {
            throw new IOException(
                    "a key store must be a PKCS#12 file with a key, and its password in " + beside.getFileName() + "; " + file
                            + ": " + e.getMessage(),
                    e);
        }
    }

    private static SSLContext context(KeyStore store, char[] password) throws GeneralSecurityException {
        boolean key = false;
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias)) {
                key = true;
                // Peers would reject it, but report that only in their own logs.
                ValidCertificates.check(store.getCertificateChain(alias));
            }
        }
        if (!key) {
            throw new KeyStoreException("it contains no key");
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(store);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        TrustManager[] managers = trusted.getTrustManagers();
        for (int i = 0; i < managers.length; i++) {
            if (managers[i] instanceof X509ExtendedTrustManager manager) {
                managers[i] = new ValidCertificates(manager);
            }
        }
        context.init(keys.getKeyManagers(), managers, null);
        return context;
    }

    /**
     * Performs the handshake.
     *
     * @param in the input of the socket, with a time limit
     * @throws SSLException if one side does not trust the other
     */
    void handshake(Socket socket, InputStream in, boolean connecting) throws IOException {
        SSLEngine engine = context.createSSLEngine();
        engine.setEnabledProtocols(new String[] {"TLSv1.3"});
        engine.setUseClientMode(connecting);
        if (!connecting) {
            engine.setNeedClientAuth(true);
        }
        try {
            engine.beginHandshake();
            new Handshake(engine, socket, in).perform();
        } catch (SSLException e) {
            throw explained(socket, e);
        }
        done.put(socket, engine);
    }

    private static SSLException explained(Socket socket, SSLException e) {
        String who = String.valueOf(socket.getRemoteSocketAddress()).replaceFirst("^.*/", "");
        boolean ours = false;
        String why = e.getMessage();
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            ours |= cause instanceof CertificateException;
            why = cause.getMessage() == null ? why : cause.getMessage();
        }
        SSLException explained = new SSLException(ours
                ? "members must trust each other's keys; our key store does not trust that of " + who + ": " + why
                        + " (add a missing certificate with keytool -importcert)"
                : "members must trust each other's keys; " + who + " says: " + e.getMessage());
        explained.initCause(e);
        return explained;
    }

    /** The engine of a socket after its handshake; can be called once. */
    SSLEngine engine(Socket socket) {
        SSLEngine engine = done.remove(socket);
        if (engine == null) {
            throw new IllegalStateException("a connection must begin with a handshake; " + socket + " did not");
        }
        return engine;
    }

    /** One side of the handshake. Reads no byte after it: Hazelcast reads those. */
    private static final class Handshake {

        private final SSLEngine engine;
        private final DataInputStream in;
        private final OutputStream out;
        private final ByteBuffer plain;
        private final ByteBuffer sent;
        private ByteBuffer received = NOTHING;

        Handshake(SSLEngine engine, Socket socket, InputStream in) throws IOException {
            this.engine = engine;
            this.in = new DataInputStream(in);
            this.out = socket.getOutputStream();
            this.plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
            this.sent = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        }

        void perform() throws IOException {
            while (true) {
                switch (engine.getHandshakeStatus()) {
                    case NEED_TASK -> GatedNode.runTasks(engine);
                    case NEED_WRAP -> send();
                    case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> receive();
                    default -> {
                        return;
                    }
                }
            }
        }

        private void send() throws IOException {
            sent.clear();
            try {
                engine.wrap(NOTHING, sent);
            } finally {
                // Also sends the alert that tells the other side why it is rejected.
                out.write(sent.array(), 0, sent.position());
                out.flush();
            }
        }

        private void receive() throws IOException {
            if (!received.hasRemaining()) {
                received = record();
            }
            try {
                if (engine.unwrap(received, plain).getStatus() == SSLEngineResult.Status.CLOSED) {
                    throw new SSLException("the connection was closed");
                }
            } catch (SSLException e) {
                refuse();
                throw e;
            }
        }

        /** Throws the engine's own error, if it has one. */
        private void refuse() throws IOException {
            while (engine.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_WRAP && !engine.isOutboundDone()) {
                send();
            }
        }

        private ByteBuffer record() throws IOException {
            byte[] header = new byte[RECORD_HEADER];
            try {
                in.readFully(header);
                int length = Byte.toUnsignedInt(header[3]) << Byte.SIZE | Byte.toUnsignedInt(header[4]);
                ByteBuffer record = ByteBuffer.allocate(RECORD_HEADER + length).put(header);
                in.readFully(record.array(), RECORD_HEADER, length);
                return record.rewind();
            } catch (EOFException e) {
                throw new SSLException("the connection was closed", e);
            }
        }
    }
}
