package psr.server.events;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.ProblemException;
import psr.server.http.Request;

/**
 * Tells clients what happens. The last {@value #KEPT} events are kept in memory for those whose connection was lost; who missed more is told
 * {@code reset}. Thread-safe.
 */
public final class Events {

    private static final int KEPT = 10_000;
    private static final int CLIENTS = 100;
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    /** Events in a thousandth of a second, at most: so ids rise over restarts, as the clock does. */
    private static final long PER_MILLISECOND = 1_000;

    private final Deque<Event> kept = new ArrayDeque<>();
    private final AtomicInteger clients = new AtomicInteger();
    private final long first;
    private long last;
    private boolean closed;

    /** None yet; their numbers begin with the time of day. */
    public Events() {
        this.first = System.currentTimeMillis() * PER_MILLISECOND;
        this.last = first;
    }

    /** Something happened. */
    public synchronized void tell(String kind, String run, ObjectNode data) {
        kept.add(new Event(++last, kind, run, data));
        if (kept.size() > KEPT) {
            kept.remove();
        }
        notifyAll();
    }

    /**
     * The last event that a client has, as its request says.
     *
     * @throws ProblemException if that is no number
     */
    public static OptionalLong last(Request request) {
        String text = request.header("Last-Event-ID").or(() -> request.query("last-event-id")).orElse(null);
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw ProblemException.malformed("the last event's id must be a number; found " + text);
        }
    }

    /** How many listen. */
    public int clients() {
        return clients.get();
    }

    /**
     * A stream of events.
     *
     * @param after the id of the last event that the client has; empty for those from now on
     * @param wanted which ones
     */
    public Answer stream(OptionalLong after, Predicate<Event> wanted) {
        if (clients.incrementAndGet() > CLIENTS) {
            clients.decrementAndGet();
            throw ProblemException.tooMany("at most " + CLIENTS + " clients may listen at once", 10);
        }
        return Answer.stream("text/event-stream", out -> {
            try {
                write(out, after, wanted);
            } finally {
                clients.decrementAndGet();
            }
        }).header("X-Accel-Buffering", "no");
    }

    private void write(OutputStream out, OptionalLong after, Predicate<Event> wanted) throws IOException, InterruptedException {
        long seen;
        boolean missed;
        synchronized (this) {
            seen = after.orElse(last);
            long oldest = kept.isEmpty() ? last + 1 : kept.peek().id();
            missed = seen < oldest - 1 || seen > last;
            if (missed) {
                seen = last;
            }
        }
        send(out, ": ready\n\n");
        if (missed) {
            send(out, format(new Event(seen, "reset", "", Json.object())));
        }
        while (true) {
            List<Event> news = after(seen);
            if (news == null) {
                return;
            }
            if (news.isEmpty()) {
                send(out, ": \n\n");
                continue;
            }
            StringBuilder text = new StringBuilder();
            for (Event event : news) {
                // One that was kept no longer when it was looked for.
                if (event.id() > seen + 1 && event == news.get(0) && seen > first) {
                    text.append(format(new Event(event.id() - 1, "reset", "", Json.object())));
                }
                if (wanted.test(event)) {
                    text.append(format(event));
                }
                seen = event.id();
            }
            if (text.length() > 0) {
                send(out, text.toString());
            }
        }
    }

    /** Those after one, waiting for the first; empty when it is time for a sign of life, null at the end. */
    private synchronized List<Event> after(long seen) throws InterruptedException {
        long end = System.nanoTime() + HEARTBEAT.toNanos();
        while (!closed && last <= seen) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return List.of();
            }
            wait(left);
        }
        if (closed) {
            return null;
        }
        List<Event> news = new ArrayList<>();
        kept.descendingIterator().forEachRemaining(event -> {
            if (event.id() > seen) {
                news.add(0, event);
            }
        });
        return news;
    }

    private static String format(Event event) {
        return "id: " + event.id() + "\nevent: " + event.kind() + "\ndata: "
                + new String(Json.bytes(event.data()), StandardCharsets.UTF_8) + "\n\n";
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Ends every stream. */
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
