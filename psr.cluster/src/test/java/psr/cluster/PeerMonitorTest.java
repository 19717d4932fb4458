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

    private static final RejectionLog NOBODY = new RejectionLog(words -> {}, () -> 0);
    private static final SecretGate GATE = new SecretGate(Secret.of("a secret of sufficient length"), Optional.empty(), NOBODY);

    private final List<String> said = new ArrayList<>();
    private final AtomicBoolean alone = new AtomicBoolean(true);

    private PeerMonitor company(String... others) {
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
    void whoCannotBeReachedIsNamedWithTheReason() throws Exception {
        int closed = closedPort();
        company("nobody.invalid:5701", "127.0.0.1:" + closed).look(seconds(6));
        assertEquals(
                List.of("reaches none of the others, and goes on trying: nobody.invalid:5701 (nobody knows this name), 127.0.0.1:"
                        + closed + " (nobody listens there)"),
                said);
    }

    /** Answers one who knocks, with this secret. */
    private String knock(String secret) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> {
                try (Socket socket = server.accept()) {
                    new SecretGate(Secret.of(secret), Optional.empty(), NOBODY).onAccept(socket);
                } catch (IOException e) {
                    // Who knocks is told by being left standing.
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            company("127.0.0.1:" + server.getLocalPort()).look(seconds(6));
            String words = said.get(0);
            thread.join();
            return words.replaceAll(".*\\(", "");
        }
    }

    @Test
    void whoIsThereButOfAnotherClusterIsToldApart() throws Exception {
        assertEquals("something listens there that does not know our secret)", knock("another secret, just as long"));
        said.clear();
        assertEquals("it is there; the name of its cluster may be another)", knock("a secret of sufficient length"));
    }

    @Test
    void itIsSaidSoonAndThenMoreAndMoreSeldom() throws Exception {
        PeerMonitor company = company("127.0.0.1:" + closedPort());
        List<Long> when = new ArrayList<>();
        for (long now = 1; now <= 7200; now++) {
            int before = said.size();
            company.look(seconds(now));
            if (said.size() > before) {
                when.add(now);
            }
        }
        assertEquals(List.of(6L, 67L, 368L, 2169L, 3970L, 5771L), when);
        alone.set(false);
        company.look(seconds(7201));
        alone.set(true);
        company.look(seconds(7207));
        assertEquals(7, said.size(), "who was in company begins anew");
    }

    @Test
    void whoWasToldOfNobodyMissesNobody() {
        company().look(seconds(10_000));
        assertEquals(List.of(), said);
    }
}
