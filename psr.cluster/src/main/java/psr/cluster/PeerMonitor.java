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
 * Says plainly when a member reaches none of those it was told of, and why: soon, and then more and more seldom. Hazelcast goes on trying
 * by itself. Used by one thread.
 */
final class PeerMonitor {

    /** How long it may be alone before a word is said: the first time, the second, …, and the last for all that follow. */
    private static final List<Duration> PATIENCE = List.of(Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofMinutes(5),
            Duration.ofMinutes(30));
    /** How long one of the others may take to answer, in milliseconds. */
    private static final int ANSWER = 3_000;

    private final List<String> others;
    private final SecretGate gate;
    private final BooleanSupplier alone;
    private final Consumer<String> news;
    private long since;
    private int said;

    /**
     * Nothing was said yet.
     *
     * @param others where others should be; this process is none of them
     * @param now the time in nanoseconds
     */
    PeerMonitor(List<String> others, SecretGate gate, BooleanSupplier alone, Consumer<String> news, long now) {
        this.others = List.copyOf(others);
        this.gate = gate;
        this.alone = alone;
        this.news = news;
        this.since = now;
    }

    /** Looks whether it is time for a word. */
    void look(long now) {
        if (others.isEmpty() || !alone.getAsBoolean()) {
            since = now;
            said = 0;
        } else if (now - since > PATIENCE.get(Math.min(said, PATIENCE.size() - 1)).toNanos()) {
            news.accept("reaches none of the others, and goes on trying: " + others.stream()
                    .map(address -> address + " (" + reach(address) + ")").collect(Collectors.joining(", ")));
            since = now;
            said++;
        }
    }

    /** Why one cannot be reached, in a few words. */
    private String reach(String address) {
        int colon = address.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            InetAddress host = InetAddress.getByName(address.substring(0, colon));
            socket.connect(new InetSocketAddress(host, Integer.parseInt(address.substring(colon + 1))), ANSWER);
            return knock(socket);
        } catch (UnknownHostException e) {
            return "nobody knows this name";
        } catch (SocketTimeoutException e) {
            return "no answer";
        } catch (NoRouteToHostException e) {
            return "no way there";
        } catch (ConnectException e) {
            return "nobody listens there";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private String knock(Socket socket) {
        try {
            gate.onConnect(socket);
            return gate.tls().isPresent() ? "it is there; it may not trust our key, or the name of its cluster may be another"
                    : "it is there; the name of its cluster may be another";
        } catch (SSLException e) {
            return String.valueOf(e.getMessage());
        } catch (IOException e) {
            return "something listens there that does not know our secret";
        }
    }
}
