package psr.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Logs rejected connections with the reason: once for each machine, and again after a while. Thread-safe. */
final class RejectionLog {

    private static final long SILENCE = Duration.ofMinutes(30).toNanos();
    /** Maximum number of machines that are remembered. */
    private static final int MOST = 1_000;

    private final Consumer<String> news;
    private final LongSupplier clock;
    private final Map<String, Long> said = new ConcurrentHashMap<>();

    /** @param clock the time in nanoseconds */
    RejectionLog(Consumer<String> news, LongSupplier clock) {
        this.news = news;
        this.clock = clock;
    }

    /** Logs a rejected connection. */
    void away(Socket socket, IOException why) {
        SocketAddress address = socket.getRemoteSocketAddress();
        String machine = address instanceof InetSocketAddress internet ? internet.getHostString() : String.valueOf(address);
        long now = clock.getAsLong();
        Long before = said.get(machine);
        if (before != null && now - before < SILENCE) {
            return;
        }
        if (said.size() >= MOST) {
            said.clear();
        }
        // Of concurrent rejections of one machine, one is logged.
        if (before == null ? said.putIfAbsent(machine, now) == null : said.replace(machine, before, now)) {
            news.accept("rejected a connection from " + machine + ": " + why.getMessage());
        }
    }
}
