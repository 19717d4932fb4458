package psr.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class SecretTest {

    private static final RejectionLog SILENT = new RejectionLog(words -> {}, () -> 0);
    private static final Secret OURS = Secret.of("a secret of sufficient length");

    @TempDir
    private Path folder;

    @Test
    void isCreatedOnceForItsOwnerOnly() throws IOException {
        Path file = folder.resolve("cluster.secret");
        assertTrue(Secret.makeIfAbsent(file));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        String text = Files.readString(file);
        assertEquals(45, text.length(), "32 random bytes");
        assertFalse(Secret.makeIfAbsent(file));
        assertEquals(text, Files.readString(file));
        Secret.read(file);
    }

    @Test
    void rejectsSecretsThatOthersCanReadOrGuess() throws IOException {
        Path file = Files.writeString(folder.resolve("s"), "a secret of sufficient length\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Secret.read(file)).getMessage().contains("is rw-r-----"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Secret.read(file);
        Files.writeString(file, "short");
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Secret.read(file)).getMessage()
                .startsWith("a secret must have at least 16 characters"));
        assertThrows(IOException.class, () -> Secret.read(folder.resolve("none")));
    }

    /** The outcomes at both ends of a connection. */
    private record Ends(CompletableFuture<Void> accepting, CompletableFuture<Void> connecting) {}

    @FunctionalInterface
    private interface End {
        void use(Socket socket) throws IOException;
    }

    private static Ends connect(End accepting, End connecting) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
            Socket accepted = server.accept();
            return new Ends(end(accepted, accepting), end(client, connecting));
        }
    }

    private static CompletableFuture<Void> end(Socket socket, End end) {
        return CompletableFuture.runAsync(() -> {
            try (socket) {
                end.use(socket);
                // Each side waits until the other has finished.
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static String refusal(CompletableFuture<Void> end) {
        return assertThrows(ExecutionException.class, () -> end.get(120, TimeUnit.SECONDS)).getCause().getMessage();
    }

    @Test
    void acceptsPeersThatKnowTheSecret() throws Exception {
        Ends ends = connect(new SecretGate(OURS, Optional.empty(), SILENT)::onAccept,
                new SecretGate(OURS, Optional.empty(), SILENT)::onConnect);
        ends.accepting().get(120, TimeUnit.SECONDS);
        ends.connecting().get(120, TimeUnit.SECONDS);
    }

    @Test
    void bothSidesRejectPeersWithoutTheSecret() throws Exception {
        SecretGate other = new SecretGate(Secret.of("another secret, just as long"), Optional.empty(), SILENT);
        Ends ends = connect(new SecretGate(OURS, Optional.empty(), SILENT)::onAccept, other::onConnect);
        assertTrue(refusal(ends.accepting()).contains("a member must know the secret of the cluster"));
        assertTrue(refusal(ends.connecting()).contains("does not, or rejects ours"));
    }

    /** An attacker cannot send back the proof of a real member. */
    @Test
    void rejectsReflectedProofs() throws Exception {
        Ends ends = connect(new SecretGate(OURS, Optional.empty(), SILENT)::onAccept, socket -> {
            byte[] heard = socket.getInputStream().readNBytes(40);
            OutputStream out = socket.getOutputStream();
            out.write(heard, 8, 32);
            out.write(OURS.proof("accepts", Arrays.copyOfRange(heard, 8, 40),
                    Arrays.copyOfRange(heard, 8, 40)));
        });
        assertTrue(refusal(ends.accepting()).contains("a member must know the secret"));
        Ends garbage = connect(new SecretGate(OURS, Optional.empty(), SILENT)::onAccept, socket -> socket.getOutputStream()
                .write("HZC GET / HTTP/1.1\r\n\r\n and more than sixty-four bytes that mean nothing at all here"
                        .getBytes(StandardCharsets.US_ASCII)));
        assertTrue(refusal(garbage.accepting()).contains("a member must know the secret"));
        Ends silent = connect(socket -> {}, new SecretGate(OURS, Optional.empty(), SILENT)::onConnect);
        assertTrue(refusal(silent.connecting()).contains("a member must send its greeting"));
    }

    /** A recorded handshake is rejected by both sides when it is replayed. */
    @Test
    void rejectsReplayedHandshakes() throws Exception {
        byte[] greeting = "psr-gat1".getBytes(StandardCharsets.US_ASCII);
        byte[] nonce = new byte[32];
        Arrays.fill(nonce, (byte) 7);
        byte[][] recorded = new byte[2][];
        Ends met = connect(socket -> {
            socket.getOutputStream().write(greeting);
            socket.getOutputStream().write(nonce);
            recorded[0] = socket.getInputStream().readNBytes(64);
            recorded[1] = OURS.proof("accepts", nonce, Arrays.copyOf(recorded[0], 32));
            socket.getOutputStream().write(recorded[1]);
        }, new SecretGate(OURS, Optional.empty(), SILENT)::onConnect);
        met.connecting().get(120, TimeUnit.SECONDS);

        Ends connecting = connect(new SecretGate(OURS, Optional.empty(), SILENT)::onAccept, socket -> {
            socket.getInputStream().readNBytes(40);
            socket.getOutputStream().write(recorded[0]);
        });
        assertTrue(refusal(connecting.accepting()).contains("a member must know the secret"));
        Ends accepting = connect(socket -> {
            socket.getOutputStream().write(greeting);
            socket.getOutputStream().write(nonce);
            socket.getInputStream().readNBytes(64);
            socket.getOutputStream().write(recorded[1]);
        }, new SecretGate(OURS, Optional.empty(), SILENT)::onConnect);
        assertTrue(refusal(accepting.connecting()).contains("does not, or rejects ours"));
    }

    /** Silent peers must not prevent members with other addresses from joining, and those with the same address only for a short time. */
    @Test
    void limitsHandshakesOfOneAddress() throws Exception {
        SecretGate gate = new SecretGate(OURS, Optional.empty(), SILENT);
        List<Socket> silent = new ArrayList<>();
        List<CompletableFuture<Void>> accepting = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < SecretGate.MOST; i++) {
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                silent.add(client);
                accepting.add(end(server.accept(), gate::onAccept));
                assertEquals(40, client.getInputStream().readNBytes(40).length, "the handshake is under way");
            }
            Ends busy = connect(gate::onAccept, new SecretGate(OURS, Optional.empty(), SILENT)::onConnect);
            assertTrue(refusal(busy.accepting()).contains("one address must have at most 8 handshakes under way"));
            ExecutionException seen =
                    assertThrows(ExecutionException.class, () -> busy.connecting().get(20, TimeUnit.SECONDS));
            assertTrue(seen.getCause().getCause() instanceof SecretGate.BusyException, seen::toString);
            for (Socket each : silent) {
                each.close();
            }
            for (CompletableFuture<Void> each : accepting) {
                assertTrue(refusal(each).contains("disconnected before"));
            }
            Ends next = connect(gate::onAccept, new SecretGate(OURS, Optional.empty(), SILENT)::onConnect);
            next.accepting().get(20, TimeUnit.SECONDS);
            next.connecting().get(20, TimeUnit.SECONDS);
        }
    }

    /** Single bytes do not extend the deadline of a handshake. */
    @Test
    void limitsTheTimeOfTheWholeHandshake() throws Exception {
        AtomicLong now = new AtomicLong(17);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            TimedInput in = new TimedInput(accepted, 5_000, now::get);
            for (int i = 0; i < 5; i++) {
                client.getOutputStream().write(i);
                assertEquals(i, in.read());
                assertEquals(5_000 - 1_000 * i, accepted.getSoTimeout());
                now.addAndGet(TimeUnit.SECONDS.toNanos(1));
            }
            client.getOutputStream().write(5);
            assertTrue(assertThrows(SocketTimeoutException.class, in::read).getMessage().contains("at most 5000 ms"));
        }
    }
}
