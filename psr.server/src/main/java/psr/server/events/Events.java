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
 * Tells clients what happens. The last {@value #KEPT} events are kept in memory for those whose connection was lost; who missed more is told
 * {@code reset}. Progress is told to those who listen, and is not kept. Thread-safe.
 */
public final class Events {

    /** The parameter that says what was seen last, for who cannot send the header. */
    public static final String LAST = "last-event-id";

    private static final int KEPT = 500;
    /** So much progress waits for a client that is slow. */
    private static final int PASSING = 500;
    private static final String PROGRESS = "progress";
    private static final String RESET = "reset";
    /** So many may listen at once. */
    public static final int CLIENTS = 100;
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    /** Events in a thousandth of a second, at most: so ids rise over restarts, as the clock does. */
    private static final long PER_MILLISECOND = 1_000;

    private final Deque<Event> kept = new ArrayDeque<>();
    private final Deque<Event> passing = new ArrayDeque<>();
    private final AtomicInteger clients = new AtomicInteger();
    private long last;
    /** The newest that is kept no longer, or was told by a server before this one. */
    private long lost;
    private boolean closed;

    /** None yet; their numbers begin with the time of day. */
    public Events() {
        this.last = System.currentTimeMillis() * PER_MILLISECOND;
        this.lost = last;
    }

    /** Something happened. */
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
     * The last event that a client has, as its request says.
     *
     * @throws ProblemException if that is no number
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

    void write(OutputStream out, OptionalLong after, Predicate<Event> wanted) throws IOException, InterruptedException {
        long seen;
        long joined;
        synchronized (this) {
            joined = last;
            seen = after.orElse(last);
            if (seen > last || seen < lost) {
                // Of a server before this one, whatever its clock said.
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

    /** Events in their order, and up to which one that is all. */
    private record EventBatch(List<Event> events, long upTo) {}

    /**
     * Those after one, waiting for the first; none when it is time for a sign of life, null at the end. Who has missed something is told so,
     * and reads everything anew: what was before that moment is not told.
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

    /** Ends every stream. */
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
