package psr.server.runs;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.server.http.Json;
import psr.server.store.StoreAwayException;

/**
 * Publishes run events to clients, at most four per second and run: intermediate updates are coalesced until {@link #flush} is called. Callers never
 * block. Thread-safe.
 */
final class RunEvents {

    /** Interval between two flushes. */
    static final Duration PAUSE = Duration.ofMillis(250);

    private static final System.Logger LOG = System.getLogger(RunEvents.class.getName());

    private final Sender sender;
    private final Map<String, ActiveRun> active = new ConcurrentHashMap<>();
    /** The runs with unpublished changes, the oldest first. */
    private final Map<String, Pending> pending = new ConcurrentSkipListMap<>();
    private volatile Function<String, Optional<ObjectNode>> view = id -> Optional.empty();

    /** Sends an event to all clients. */
    interface Sender {
        void tell(String kind, String run, ObjectNode data);
    }

    /**
     * The unpublished changes of a run.
     *
     * @param trial the trial that has finished last
     * @param doing its latest progress
     * @param whole whether more than its progress has changed
     */
    private record Pending(Optional<ActiveRun.Finished> trial, Optional<ActiveRun.Doing> doing, boolean whole) {

        Pending and(Pending later) {
            return new Pending(later.trial.or(() -> trial), later.doing.or(() -> doing), whole || later.whole);
        }
    }

    RunEvents(Sender sender) {
        this.sender = sender;
    }

    /** @param how converts a run to JSON; empty if the run does not exist any more */
    void views(Function<String, Optional<ObjectNode>> how) {
        view = how;
    }

    /** Returns the observer of a run that is about to be loaded. */
    ActiveRun follow(String id) {
        ActiveRun run = new ActiveRun(id, this);
        active.put(id, run);
        return run;
    }

    /** The progress of a run; empty if it is not loaded. */
    Optional<ActiveRun> active(String id) {
        return Optional.ofNullable(active.get(id));
    }

    /** Called after the queue has changed a run in the database; a run that is not loaded any more is no longer active. */
    void changed(String id, BooleanSupplier loaded) {
        active.computeIfPresent(id, (same, run) -> loaded.getAsBoolean() ? run : null);
        changed(id);
    }

    /** Publishes a changed run with the next flush. */
    void changed(String id) {
        finished(id, Optional.empty());
    }

    /** Publishes a changed run and the trial that has finished, if any, with the next flush. */
    void finished(String id, Optional<ActiveRun.Finished> trial) {
        add(id, new Pending(trial, Optional.empty(), true));
    }

    /** Publishes the progress of a run with the next flush. */
    void progressed(String id, ActiveRun.Doing doing) {
        add(id, new Pending(Optional.empty(), Optional.of(doing), false));
    }

    private void add(String id, Pending more) {
        pending.merge(id, more, Pending::and);
    }

    /** Publishes all registered changes. */
    void flush() {
        pending.keySet().forEach(id -> Optional.ofNullable(pending.remove(id)).ifPresent(what -> publish(id, what)));
    }

    private void publish(String id, Pending what) {
        what.trial().ifPresent(trial -> sender.tell("trial", id, Json.object().put("run", id)
                .put("trial", trial.trial()).put("done", trial.done()).put("total", trial.total())));
        what.doing().ifPresent(doing -> sender.tell("progress", id, progress(id, doing)));
        if (!what.whole()) {
            return;
        }
        try {
            view.apply(id).ifPresent(data -> sender.tell("run", id, data));
        } catch (StoreAwayException e) {
            changed(id);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the run " + id + " cannot be published", e);
        }
    }

    private static ObjectNode progress(String id, ActiveRun.Doing doing) {
        return Json.object().put("run", id).put("trial", doing.trial()).put("recipe", doing.recipe())
                .put("iteration", doing.iteration() < 0 ? null : doing.iteration()).put("share", Json.finite(doing.share()))
                .put("doing", doing.words());
    }
}
