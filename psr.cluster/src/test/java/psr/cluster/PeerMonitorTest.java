package psr.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PeerMonitorTest {

    private static final RejectionLog SILENT = new RejectionLog(words -> {}, () -> 0);
    private static final SecretGate GATE = new SecretGate(Secret.of("a secret of sufficient length"), Optional.empty(), SILENT);

    private final List<String> said = new ArrayList<>();
    private final AtomicBoolean alone = new AtomicBoolean(true);

    private PeerMonitor monitor(String... others) {
        return new PeerMonitor(List.of(others), GATE, alone::get, said::add, 0);
    }

    private static long seconds(long number) {
        return TimeUnit.SECONDS.toNanos(number);
    }

    private static int closedPort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void namesUnreachablePeersWithTheReason() throws Exception {
        int closed = closedPort();
        monitor("unknown.invalid:5701", "127.0.0.1:" + closed).check(seconds(6));
        assertEquals(
                List.of("cannot reach any other member; still trying: unknown.invalid:5701 (unknown host), 127.0.0.1:"
                        + closed + " (connection refused)"),
                said);
    }

    /** The reason that is reported for a peer with this secret. */
    private String knock(String secret) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> {
                try (Socket socket = server.accept()) {
                    new SecretGate(Secret.of(secret), Optional.empty(), SILENT).onAccept(socket);
                } catch (IOException e) {
                    // The connecting side sees that the connection is closed.
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            monitor("127.0.0.1:" + server.getLocalPort()).check(seconds(6));
            String words = said.get(0);
            thread.join();
            return words.replaceAll(".*\\(", "");
        }
    }

    @Test
    void distinguishesPeersOfOtherClusters() throws Exception {
        assertEquals("a process listens there that does not know our secret)", knock("another secret, just as long"));
        said.clear();
        assertEquals("it answers; its cluster may have another name)", knock("a secret of sufficient length"));
    }

    @Test
    void warnsWithIncreasingDelays() throws Exception {
        PeerMonitor monitor = monitor("127.0.0.1:" + closedPort());
        List<Long> when = new ArrayList<>();
        for (long now = 1; now <= 7200; now++) {
            int before = said.size();
            monitor.check(seconds(now));
            if (said.size() > before) {
                when.add(now);
            }
        }
        assertEquals(List.of(6L, 67L, 368L, 2169L, 3970L, 5771L), when);
        alone.set(false);
        monitor.check(seconds(7201));
        alone.set(true);
        monitor.check(seconds(7207));
        assertEquals(7, said.size(), "after an absence from the others the delays start again");
    }

    @Test
    void doesNotWarnWithoutConfiguredPeers() {
        monitor().check(seconds(10_000));
        assertEquals(List.of(), said);
    }
}
