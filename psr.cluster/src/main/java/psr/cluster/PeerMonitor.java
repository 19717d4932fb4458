package psr.cluster;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import javax.net.ssl.SSLException;

/**
 * Logs a warning when this member cannot reach any configured peer, with increasing delays between warnings. Hazelcast keeps trying
 * on its own. Not thread-safe.
 */
final class PeerMonitor {

    /** The delays before the first warning, the second, …; the last one repeats. */
    private static final List<Duration> PATIENCE = List.of(Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofMinutes(5),
            Duration.ofMinutes(30));
    /** Time limit for the answer of a peer, in milliseconds. */
    private static final int ANSWER = 3_000;

    private final List<String> peers;
    private final SecretGate gate;
    private final BooleanSupplier alone;
    private final Consumer<String> news;
    private long since;
    private int said;

    /**
     * Creates the monitor.
     *
     * @param peers the addresses of the peers, without this process
     * @param now the time in nanoseconds
     */
    PeerMonitor(List<String> peers, SecretGate gate, BooleanSupplier alone, Consumer<String> news, long now) {
        this.peers = List.copyOf(peers);
        this.gate = gate;
        this.alone = alone;
        this.news = news;
        this.since = now;
    }

    /** Logs a warning if one is due. */
    void check(long now) {
        if (peers.isEmpty() || !alone.getAsBoolean()) {
            since = now;
            said = 0;
        } else if (now - since > PATIENCE.get(Math.min(said, PATIENCE.size() - 1)).toNanos()) {
            news.accept("cannot reach any other member; still trying: " + peers.stream()
                    .map(address -> address + " (" + reach(address) + ")").collect(Collectors.joining(", ")));
            since = now;
            said++;
        }
    }

    /** The reason why a peer cannot be reached, in a few words. */
    private String reach(String address) {
        int colon = address.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            InetAddress host = InetAddress.getByName(address.substring(0, colon));
            socket.connect(new InetSocketAddress(host, Integer.parseInt(address.substring(colon + 1))), ANSWER);
            return knock(socket);
        } catch (UnknownHostException e) {
            return "unknown host";
        } catch (SocketTimeoutException e) {
            return "no answer";
        } catch (NoRouteToHostException e) {
            return "no route to host";
        } catch (ConnectException e) {
            return "connection refused";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private String knock(Socket socket) {
        try {
            gate.onConnect(socket);
            return gate.tls().isPresent() ? "it answers; it may not trust our key, or its cluster may have another name"
                    : "it answers; its cluster may have another name";
        } catch (SSLException e) {
            return String.valueOf(e.getMessage());
        } catch (SecretGate.BusyException | SocketTimeoutException e) {
            return "it does not answer now: it is busy, or no member";
        } catch (IOException e) {
            return "a process listens there that does not know our secret";
        }
    }
}
