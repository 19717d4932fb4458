package psr.server.runs;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import psr.api.lab.Experiment;
import psr.api.lab.Submission.State;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.launcher.spi.ExperimentLimits;
import psr.launcher.spi.IllegalTransitionException;
import psr.launcher.spi.JobAction;
import psr.launcher.spi.JobQueue;
import psr.launcher.spi.JobSpec;
import psr.server.LabServices;
import psr.server.TimedIds;
import psr.server.http.Json;
import psr.server.http.ProblemException;
import psr.server.http.RepeatKey;
import psr.server.store.Store;

/** The actions of users on runs. Each action is in the database when its method returns. Thread-safe. */
final class RunActions {

    /** Maximum number of runs that are queued, running, paused or waiting. */
    static final int MOST_OPEN = 10_000;
    /** Of one run. */
    static final int MOST_TRIALS = ExperimentLimits.TRIALS;

    private final RunTable table;
    private final SqlJobStore store;
    private final JobQueue queue;
    private final RunTrash trash;
    private final RunEvents events;
    private final LabServices lab;

    RunActions(RunTable table, SqlJobStore store, JobQueue queue, RunTrash trash, RunEvents events, LabServices lab) {
        this.table = table;
        this.store = store;
        this.queue = queue;
        this.trash = trash;
        this.events = events;
        this.lab = lab;
    }

    /**
     * The run that the same request has created before.
     *
     * @throws ProblemException if its key belongs to another request
     */
    Optional<QueuedRun> before(RepeatKey requestKey) {
        Optional<RunTable.Known> known = requestKey.key().flatMap(key -> table.known(requestKey.by(), key));
        known.ifPresent(each -> requestKey.checkSame(each.hash()));
        return known.flatMap(each -> table.find(each.id()));
    }

    /** Creates a run with a checked experiment, or returns the existing run of the same request. Closes the checked experiment. */
    QueuedRun submit(String id, RunRequest.Checked checked, RepeatKey requestKey) {
        NewRun run = checked.run();
        boolean added = false;
        try {
            Optional<QueuedRun> before = add(id, run, requestKey);
            if (before.isEmpty() && run.state() == State.QUEUED) {
                JobSpec spec = store.spec(id, Optional.of(checked.experiment()), run.total(), run.limit(), run.priority());
                added = true;
                queue.added(id, spec, checked.binding());
            }
            return before.orElseGet(() -> find(id));
        } finally {
            if (!added) {
                checked.binding().close();
            }
        }
    }

    /** Creates a run, or returns the existing run of the same request. */
    QueuedRun submit(String id, NewRun run, RepeatKey requestKey) {
        Optional<QueuedRun> before = add(id, run, requestKey);
        queue.wake();
        return before.orElseGet(() -> find(id));
    }

    /** Adds a run, or returns the existing run of the same request. */
    private Optional<QueuedRun> add(String id, NewRun run, RepeatKey requestKey) {
        Optional<QueuedRun> before = before(requestKey);
        if (before.isPresent()) {
            return before;
        }
        if (!run.state().isOver() && table.open() >= MOST_OPEN) {
            throw ProblemException.tooMany("at most " + MOST_OPEN + " runs may be queued, running, paused or waiting", 60);
        }
        try {
            table.add(id, run, requestKey);
        } catch (Store.DuplicateException e) {
            // The same request at the same time was first.
            return Optional.of(before(requestKey).orElseThrow(() -> e));
        }
        events.changed(id);
        return Optional.empty();
    }

    /** Creates a new run with the same experiment. */
    QueuedRun again(String id, RepeatKey requestKey) {
        QueuedRun old = find(id);
        return submit(TimedIds.next(), NewRun.of(old.name(), old.experiment(), old.total(), old.priority(), old.limit(), false),
                requestKey);
    }

    /**
     * The run of an id.
     *
     * @throws ProblemException if it does not exist
     */
    QueuedRun find(String id) {
        return table.find(id).orElseThrow(() -> ProblemException.missing("there is no run " + id));
    }

    private QueuedRun present(String id) {
        QueuedRun run = find(id);
        if (run.removed().isPresent()) {
            throw ProblemException.conflict("the run " + id + " is in the trash; restore it first");
        }
        return run;
    }

    private QueuedRun changed(String id) {
        events.changed(id);
        queue.wake();
        return find(id);
    }

    private QueuedRun perform(String id, JobAction action, Consumer<State> write, String rule) {
        present(id);
        try {
            queue.perform(id, action, write);
        } catch (IllegalTransitionException e) {
            throw ProblemException.conflict("the run is " + Json.word(e.state()) + "; " + rule);
        }
        return changed(id);
    }

    /** Pauses a run: no further trial starts. */
    QueuedRun pause(String id) {
        return perform(id, JobAction.PAUSE, state -> {}, "only one that is not over can be paused");
    }

    /** Continues after a pause or a cancellation, or after the cause of a failure was removed. */
    QueuedRun resume(String id) {
        return perform(id, JobAction.RESUME, state -> {}, "more trials are asked for with /more");
    }

    /** Ends a run; finished trials stay. */
    QueuedRun cancel(String id) {
        return perform(id, JobAction.CANCEL, state -> {}, "only one that is not over can be cancelled");
    }

    /** Continues to a larger number of trials. */
    QueuedRun more(String id, int trials) {
        QueuedRun run = present(id);
        if (trials <= run.total() || trials > MOST_TRIALS) {
            throw new ValidationException(
                    ValidationError.of("run", "trials", "must be above " + run.total() + ", which it has, and at most "
                            + MOST_TRIALS, Integer.toString(trials)));
        }
        return perform(id, JobAction.MORE, state -> {
            Experiment experiment =
                    lab.experiments().read(run.experiment(), "experiment", run.name()).change().trials(trials).build();
            table.more(id, lab.experiments().write(experiment), trials);
        }, "trials can be added when it is over, or before it begins");
    }

    /** Starts again from the beginning with the present services; earlier results are moved to the trash. */
    QueuedRun restart(String id) {
        return perform(id, JobAction.RESTART, state -> {
            trash.setAside(id);
            table.anew(id);
        }, "only one that waits, has failed or was cancelled can begin anew; /again makes a new run");
    }

    /** Changes the priority: the position in the queue and the order of trials. */
    QueuedRun priority(String id, int priority) {
        present(id);
        table.priority(id, priority);
        queue.priority(id, priority);
        return changed(id);
    }

    QueuedRun rename(String id, String name) {
        present(id);
        table.name(id, name);
        return changed(id);
    }

    /** Replaces the tags. */
    QueuedRun tags(String id, List<String> tags) {
        present(id);
        table.tags(id, tags);
        return changed(id);
    }

    /** Replaces the notes. */
    QueuedRun notes(String id, String notes) {
        present(id);
        table.notes(id, notes);
        return changed(id);
    }

    /** Moves a run to the trash. */
    void remove(String id) {
        perform(id, JobAction.REMOVE, state -> table.removed(id, true),
                "cancel it first, and wait until its trials have ended");
    }

    QueuedRun restore(String id) {
        if (find(id).removed().isEmpty() || !trash.restore(id)) {
            throw ProblemException.conflict("the run " + id + " is not in the trash");
        }
        return changed(id);
    }
}
