package psr.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import psr.launcher.spi.JoinOptions;

/** Members with keys, in this process, on the loopback. */
@Timeout(180)
class TlsTest {

    private static final RejectionLog SILENT = new RejectionLog(words -> {}, () -> 0);
    private static final Secret SECRET = Secret.of("a secret of sufficient length");
    private static final int LARGE = 3_000_000;
    private static final int APPLICATION_DATA = 23;

    @TempDir
    private Path folder;
    private final List<ClusterMember> members = new ArrayList<>();
    private final List<String> news = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void leave() {
        members.forEach(ClusterMember::close);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Answers with the reversed request. */
    private ClusterMember join(int port, int other, Optional<Path> keys) throws IOException {
        JoinOptions options = new JoinOptions(List.of("127.0.0.1:" + other), JoinOptions.NAME, Optional.empty(), keys,
                Optional.of("127.0.0.1"), OptionalInt.of(port), 2, false);
        ClusterMember member = ClusterMember.join(options, SECRET, question -> {
            byte[] answer = new byte[question.length];
            for (int i = 0; i < question.length; i++) {
                answer[i] = question[question.length - 1 - i];
            }
            return answer;
        }, news::add, address -> {});
        members.add(member);
        return member;
    }

    private static String text(int size) {
        char[] letters = new char[size];
        Random random = new Random(1);
        for (int i = 0; i < size; i++) {
            letters[i] = (char) ('a' + random.nextInt(26));
        }
        return new String(letters);
    }

    @Test
    void membersWithTheSameKeyExchangeShortAndLongMessages() throws Exception {
        Path keys = Keys.make(folder.resolve("a.p12"));
        int first = freePort();
        join(first, first, Optional.of(keys));
        ClusterMember two = join(freePort(), first, Optional.of(keys));
        assertEquals(1, two.computing().size());
        Peers.Other one = two.computing().get(0);
        List<CompletableFuture<byte[]>> answers = new ArrayList<>();
        List<byte[]> expected = new ArrayList<>();
        for (int size : new int[] {1, 100, 16_383, 16_384, 16_385, 100_000, LARGE, 3, LARGE + 1}) {
            Message question = Message.of(text(size));
            byte[] reversed = question.bytes();
            for (int i = 0, j = reversed.length - 1; i < j; i++, j--) {
                byte swapped = reversed[i];
                reversed[i] = reversed[j];
                reversed[j] = swapped;
            }
            expected.add(reversed);
            answers.add(two.talk(one, question));
        }
        for (int i = 0; i < answers.size(); i++) {
            assertArrayEquals(expected.get(i), answers.get(i).get(60, TimeUnit.SECONDS), "message " + i);
        }
    }

    /** After the gate and the handshake, the first bytes of Hazelcast are encrypted, and so is the answer to them. */
    @Test
    void encryptsNetworkTraffic() throws Exception {
        Path keys = Keys.make(folder.resolve("a.p12"));
        int port = freePort();
        join(port, port, Optional.of(keys));
        Tls tls = Tls.open(keys);
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(30_000);
            new SecretGate(SECRET, Optional.of(tls), SILENT).onConnect(socket);
            SSLEngine engine = tls.engine(socket);
            ByteBuffer sent = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.wrap("HZC".getBytes(StandardCharsets.US_ASCII)), sent);
            socket.getOutputStream().write(sent.array(), 0, sent.position());
            ByteBuffer plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (plain.position() < 3) {
                byte[] header = in.readNBytes(5);
                assertEquals(APPLICATION_DATA, header[0], "whatever comes is an encrypted record");
                byte[] body = in.readNBytes(Byte.toUnsignedInt(header[3]) << 8 | Byte.toUnsignedInt(header[4]));
                engine.unwrap(ByteBuffer.allocate(5 + body.length).put(header).put(body).flip(), plain);
            }
            assertEquals("HZC", new String(plain.array(), 0, 3, StandardCharsets.US_ASCII));
        }
    }

    /** A peer that passed the gate and sends the first bytes of Hazelcast in plain text gets no plain-text answer. */
    @Test
    void ignoresUnencryptedPeers() throws Exception {
        Path keys = Keys.make(folder.resolve("a.p12"));
        int port = freePort();
        ClusterMember one = join(port, port, Optional.of(keys));
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(30_000);
            new SecretGate(SECRET, Optional.of(Tls.open(keys)), SILENT).onConnect(socket);
            socket.getOutputStream().write(("HZC" + text(20_000)).getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readAllBytes();
            assertFalse(new String(answer, StandardCharsets.ISO_8859_1).contains("HZC"));
        }
        assertEquals(List.of(), one.computing());
    }

    private void awaitNews(String words) throws InterruptedException {
        for (int i = 0; i < 600 && news.stream().noneMatch(each -> each.contains(words)); i++) {
            Thread.sleep(100);
        }
        assertTrue(news.stream().anyMatch(each -> each.contains(words)), () -> "expected '" + words + "' in " + news);
    }

    @Test
    void rejectsUntrustedKeys() throws Exception {
        int first = freePort();
        ClusterMember one = join(first, first, Optional.of(Keys.make(folder.resolve("a.p12"))));
        ClusterMember stranger = join(freePort(), first, Optional.of(Keys.make(folder.resolve("b.p12"))));
        assertEquals(List.of(), stranger.computing());
        assertEquals(List.of(), one.computing());
        awaitNews("our key store does not trust that of 127.0.0.1:" + first);
        awaitNews("rejected a connection from 127.0.0.1: members must trust each other's keys");
    }

    @Test
    void trustMustBeMutual() throws Exception {
        Path ours = Keys.make(folder.resolve("a.p12"));
        Path theirs = Keys.make(folder.resolve("b.p12"));
        Keys.trust(theirs, ours);
        int first = freePort();
        ClusterMember one = join(first, first, Optional.of(ours));
        assertEquals(List.of(), join(freePort(), first, Optional.of(theirs)).computing(), "it trusts, and is not trusted");
        assertEquals(List.of(), one.computing());

        Keys.trust(ours, theirs);
        int second = freePort();
        join(second, second, Optional.of(ours));
        assertEquals(1, join(freePort(), second, Optional.of(theirs)).computing().size(), "each has a key of its own");
    }

    @Test
    void rejectsPeersWithoutKeyAndTheReverse() throws Exception {
        Path keys = Keys.make(folder.resolve("a.p12"));
        int first = freePort();
        ClusterMember one = join(first, first, Optional.of(keys));
        assertEquals(List.of(), join(freePort(), first, Optional.empty()).computing());
        awaitNews("the other side has one, this side has none");
        assertEquals(List.of(), one.computing());
        int second = freePort();
        ClusterMember plain = join(second, second, Optional.empty());
        assertEquals(List.of(), join(freePort(), second, Optional.of(keys)).computing());
        awaitNews("this side has one, the other has none");
        assertEquals(List.of(), plain.computing());
    }

    @Test
    void rejectsInvalidKeyStoresWithTheirNames() throws Exception {
        Path file = Files.write(folder.resolve("no.p12"), new byte[] {1, 2, 3});
        assertTrue(assertThrows(IOException.class, () -> Tls.open(file)).getMessage().contains("must be a PKCS#12 file"));
        Path keys = Keys.make(folder.resolve("a.p12"));
        Tls.open(keys);
        Files.writeString(folder.resolve("a.p12.password"), "wrong");
        String refusal = assertThrows(IOException.class, () -> Tls.open(keys)).getMessage();
        assertTrue(refusal.contains("its password in a.p12.password; " + keys), refusal);
        assertThrows(IOException.class, () -> Tls.open(folder.resolve("none.p12")));
    }

    /** A manager that trusts every certificate. */
    private static final class Trusting extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    @FunctionalInterface
    private interface Check {
        void of(X509Certificate[] chain) throws CertificateException;
    }

    @Test
    void rejectsExpiredCertificates() throws Exception {
        Path old = Keys.expired(folder.resolve("old.p12"));
        String own = assertThrows(IOException.class, () -> Tls.open(old)).getMessage();
        assertTrue(own.contains("the certificate of CN=psr cluster must be valid now; it is valid from "), own);
        ValidCertificates manager = new ValidCertificates(new Trusting());
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        X509Certificate[] expired = Arrays.copyOf(Keys.chain(old), 1, X509Certificate[].class);
        X509Certificate[] valid = Arrays.copyOf(Keys.chain(Keys.make(folder.resolve("a.p12"))), 1, X509Certificate[].class);
        for (Check check : List.<Check>of(chain -> manager.checkClientTrusted(chain, "EC"),
                chain -> manager.checkServerTrusted(chain, "EC"), chain -> manager.checkClientTrusted(chain, "EC", engine),
                chain -> manager.checkServerTrusted(chain, "EC", engine),
                chain -> manager.checkClientTrusted(chain, "EC", (Socket) null),
                chain -> manager.checkServerTrusted(chain, "EC", (Socket) null))) {
            assertThrows(CertificateException.class, () -> check.of(expired));
            check.of(valid);
        }
    }
}
