package psr.server.events;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.server.http.Answer;
import psr.server.http.ProblemException;
import psr.server.http.Request;

/**
 * Publishes events to clients. The last {@value #KEPT} events are stored in memory for clients that reconnect; a client that missed more
 * receives {@code reset}. Progress events go to connected clients only and are not stored. Thread-safe.
 */
public final class Events {

    /** The query parameter with the last id that a client has seen, for clients that cannot send the header. */
    public static final String LAST = "last-event-id";

    private static final int KEPT = 500;
    /** Maximum number of progress events that wait for slow clients. */
    private static final int PASSING = 500;
    private static final String PROGRESS = "progress";
    private static final String RESET = "reset";
    /** Maximum number of connected clients. */
    public static final int CLIENTS = 100;
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    /** Event ids advance with the clock, at most this many per millisecond, so that they increase over restarts. */
    private static final long PER_MILLISECOND = 1_000;

    private final Deque<Event> kept = new ArrayDeque<>();
    private final Deque<Event> passing = new ArrayDeque<>();
    private final AtomicInteger clients = new AtomicInteger();
    private long last;
    /** The newest event that is no longer stored or is from an earlier process. */
    private long lost;
    private boolean closed;

    /** Without events; ids begin with the time of day. */
    public Events() {
        this.last = System.currentTimeMillis() * PER_MILLISECOND;
        this.lost = last;
    }

    /** Publishes an event. */
    public synchronized void tell(String kind, String run, ObjectNode data) {
        Event event = new Event(++last, kind, run, data.toString());
        if (kind.equals(PROGRESS)) {
            passing.add(event);
            if (passing.size() > PASSING) {
                passing.remove();
            }
        } else {
            kept.add(event);
            if (kept.size() > KEPT) {
                lost = kept.remove().id();
            }
        }
        notifyAll();
    }

    /**
     * The id of the last event that the client has seen.
     *
     * @throws ProblemException if it is not a number
     */
    public static OptionalLong last(Request request) {
        String text = request.header("Last-Event-ID").or(() -> request.query(LAST)).orElse(null);
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw ProblemException.malformed("the last event's id must be a number; found " + text);
        }
    }

    public int clients() {
        return clients.get();
    }

    /**
     * A stream of events.
     *
     * @param after the id of the last event that the client has; empty for those from now on
     * @param wanted selects events
     */
    public Answer stream(OptionalLong after, Predicate<Event> wanted) {
        if (clients.incrementAndGet() > CLIENTS) {
            clients.decrementAndGet();
            throw ProblemException.tooMany("at most " + CLIENTS + " clients may listen at the same time", 10);
        }
        return Answer.stream("text/event-stream", out -> {
            try {
                write(out, after, wanted);
            } finally {
                clients.decrementAndGet();
            }
        }).header("X-Accel-Buffering", "no");
    }

    void write(OutputStream out, OptionalLong after, Predicate<Event> wanted) throws IOException, InterruptedException {
        long seen;
        long joined;
        synchronized (this) {
            joined = last;
            seen = after.orElse(last);
            if (seen > last || seen < lost) {
                // The id is from an earlier process, whatever its clock was.
                seen = Long.MIN_VALUE;
            }
        }
        send(out, ": ready\n\n");
        while (true) {
            EventBatch news = after(seen, joined);
            if (news == null) {
                return;
            }
            StringBuilder text = new StringBuilder();
            for (Event event : news.events()) {
                if (event.kind().equals(RESET) || wanted.test(event)) {
                    text.append(format(event));
                }
            }
            if (news.upTo() == seen) {
                text.append(": \n\n");
            }
            seen = news.upTo();
            if (text.length() > 0) {
                send(out, text.toString());
            }
        }
    }

    /** Events in order; the batch is complete up to an id. */
    private record EventBatch(List<Event> events, long upTo) {}

    /**
     * The next events after an id. Waits for the first; returns an empty batch when a heartbeat is due and null when closed. A client that has
     * missed events receives {@code reset} and must reload its data.
     */
    private synchronized EventBatch after(long seen, long joined) throws InterruptedException {
        long end = System.nanoTime() + HEARTBEAT.toNanos();
        while (!closed && last <= seen) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return new EventBatch(List.of(), seen);
            }
            wait(left);
        }
        if (closed) {
            return null;
        }
        if (seen < lost) {
            return new EventBatch(List.of(new Event(last, RESET, "", "{}")), last);
        }
        List<Event> news = newer(kept, seen);
        news.addAll(newer(passing, Math.max(seen, joined)));
        news.sort(Comparator.comparingLong(Event::id));
        return new EventBatch(news, last);
    }

    private static List<Event> newer(Deque<Event> events, long seen) {
        List<Event> newer = new ArrayList<>();
        Iterator<Event> each = events.descendingIterator();
        for (Event event = each.hasNext() ? each.next() : null; event != null && event.id() > seen; event =
                each.hasNext() ? each.next() : null) {
            newer.add(event);
        }
        return newer;
    }

    private static String format(Event event) {
        return "id: " + event.id() + "\nevent: " + event.kind() + "\ndata: " + event.data() + "\n\n";
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Ends all streams. */
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
