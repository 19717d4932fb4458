package psr.server.runs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.server.events.Events;
import psr.server.http.Json;
import psr.server.store.StoreAwayException;

/**
 * Tells clients what happens in runs, of each run at most four times a second: what came in between is told by what came last. Whoever
 * reports here waits for nobody. Thread-safe.
 */
final class RunTeller implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(RunTeller.class.getName());
    private static final long PAUSE_MILLISECONDS = 250;

    /** What is to be told of a run; null where there is nothing. */
    private static final class Untold {

        private boolean changed;
        private ObjectNode trial;
        private ObjectNode progress;
    }

    private final Events events;
    private final Function<String, Optional<ObjectNode>> words;
    private final Map<String, Untold> untold = new LinkedHashMap<>();
    private final Thread thread = new Thread(this::work, "psr-server-news");
    private boolean closed;

    /**
     * News.
     *
     * @param words a run as it is told; empty if there is none any more
     */
    RunTeller(Events events, Function<String, Optional<ObjectNode>> words) {
        this.events = events;
        this.words = words;
        thread.setDaemon(true);
    }

    void begin() {
        thread.start();
    }

    /** A run is not as it was. */
    synchronized void changed(String run) {
        of(run).changed = true;
        notifyAll();
    }

    /** A trial is finished. */
    synchronized void trial(String run, int trial, int done, int total) {
        Untold news = of(run);
        news.changed = true;
        news.trial = Json.object().put("run", run).put("trial", trial).put("done", done).put("total", total);
        notifyAll();
    }

    /** A stage is so far; the share is NaN and the iteration -1 where that is not known. */
    synchronized void progress(String run, int trial, String recipe, int iteration, double share, String doing) {
        ObjectNode data = Json.object().put("run", run).put("trial", trial).put("recipe", recipe);
        if (iteration >= 0) {
            data.put("iteration", iteration);
        } else {
            data.putNull("iteration");
        }
        Json.number(data, "share", share);
        of(run).progress = data.put("doing", doing);
        notifyAll();
    }

    private Untold of(String run) {
        return untold.computeIfAbsent(run, id -> new Untold());
    }

    private void work() {
        try {
            while (true) {
                Map<String, Untold> now;
                synchronized (this) {
                    while (!closed && untold.isEmpty()) {
                        wait();
                    }
                    if (closed) {
                        return;
                    }
                    now = new LinkedHashMap<>(untold);
                    untold.clear();
                }
                now.forEach(this::tell);
                Thread.sleep(PAUSE_MILLISECONDS);
            }
        } catch (InterruptedException e) {
            // Then nobody is to be told anything more.
            LOG.log(System.Logger.Level.DEBUG, "news end", e);
        }
    }

    private void tell(String run, Untold news) {
        if (news.trial != null) {
            events.tell("trial", run, news.trial);
        }
        if (news.progress != null) {
            events.tell("progress", run, news.progress);
        }
        if (news.changed) {
            try {
                words.apply(run).ifPresent(data -> events.tell("run", run, data));
            } catch (StoreAwayException e) {
                changed(run);
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "the run " + run + " cannot be told", e);
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
