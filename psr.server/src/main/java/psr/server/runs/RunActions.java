package psr.server.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import psr.server.http.Problem;
import psr.server.http.ProblemException;

/** What users can do with runs. Each action is in the database when its method returns. Thread-safe. */
final class RunActions {

    /** How many runs may be queued, running, paused or waiting. */
    static final int MOST_OPEN = 10_000;
    /** Of one run. */
    static final int MOST_TRIALS = ExperimentLimits.TRIALS;

    private final RunTable table;
    private final SqlJobStore store;
    private final JobQueue queue;
    private final RunTrash trash;
    private final RunEvents events;
    private final LabServices lab;
    /** Held from the look for an idempotency key to its insertion. */
    private final Object keys = new Object();

    RunActions(RunTable table, SqlJobStore store, JobQueue queue, RunTrash trash, RunEvents events, LabServices lab) {
        this.table = table;
        this.store = store;
        this.queue = queue;
        this.trash = trash;
        this.events = events;
        this.lab = lab;
    }

    /**
     * The run that was made for the same request before.
     *
     * @throws ProblemException if its key belongs to another request
     */
    Optional<QueuedRun> before(NewRun.Asked asked) {
        Optional<RunTable.Known> known = asked.key().flatMap(key -> table.known(asked.by(), key));
        if (known.isPresent() && !known.get().hash().equals(asked.hash())) {
            throw new ProblemException(Problem.of(422, "key used", "the same Idempotency-Key must come with the same request; '"
                    + asked.key().get() + "' came with another before"));
        }
        return known.flatMap(each -> table.find(each.id()));
    }

    /** A new run whose experiment was checked just now; the one that exists, if it was submitted before. Closes what was checked. */
    QueuedRun submit(String id, RunRequest.Checked checked, NewRun.Asked asked) {
        NewRun run = checked.run();
        boolean taken = false;
        try {
            Optional<QueuedRun> before = add(id, run, asked);
            if (before.isEmpty() && run.state() == State.QUEUED) {
                JobSpec spec = store.spec(id, Optional.of(checked.experiment()), run.total(), run.limit(), run.priority());
                taken = true;
                queue.added(id, spec, checked.binding());
            }
            return before.orElseGet(() -> find(id));
        } finally {
            if (!taken) {
                checked.binding().close();
            }
        }
    }

    /** A new run; the one that exists, if it was submitted before. */
    QueuedRun submit(String id, NewRun run, NewRun.Asked asked) {
        Optional<QueuedRun> before = add(id, run, asked);
        queue.wake();
        return before.orElseGet(() -> find(id));
    }

    /** Adds a run, unless it was submitted before: then returns the one that exists. */
    private Optional<QueuedRun> add(String id, NewRun run, NewRun.Asked asked) {
        synchronized (keys) {
            Optional<QueuedRun> before = before(asked);
            if (before.isPresent()) {
                return before;
            }
            if (!run.state().isOver() && table.open() >= MOST_OPEN) {
                throw ProblemException.tooMany("at most " + MOST_OPEN + " runs may be queued, running, paused or waiting", 60);
            }
            table.add(id, run, asked);
        }
        events.changed(id);
        return Optional.empty();
    }

    /** The same experiment as a new run. */
    QueuedRun again(String id, NewRun.Asked asked) {
        QueuedRun old = find(id);
        return submit(TimedIds.next(), NewRun.of(old.name(), old.experiment(), old.total(), old.priority(), old.limit(), false),
                asked);
    }

    /**
     * A run.
     *
     * @throws ProblemException if there is none
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
            throw ProblemException.conflict("the run is " + RunTable.word(e.state()) + "; " + rule);
        }
        return changed(id);
    }

    /** No further trial starts. */
    QueuedRun pause(String id) {
        return perform(id, JobAction.PAUSE, state -> {}, "only one that is not over can be paused");
    }

    /** Continues after a pause or a cancellation, or after the cause of a failure was removed. */
    QueuedRun resume(String id) {
        return perform(id, JobAction.RESUME, state -> {}, "more trials are asked for with /more");
    }

    /** Ends it; finished trials stay. */
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

    /** Starts again with the services that are present; what it had is set aside. */
    QueuedRun restart(String id) throws IOException {
        try {
            return perform(id, JobAction.RESTART, state -> {
                try {
                    trash.setAside(id);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                table.anew(id);
            }, "only one that waits, has failed or was cancelled can begin anew; /again makes a new run");
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Another place in the queue, and another share of the machine. */
    QueuedRun priority(String id, int priority) {
        present(id);
        table.priority(id, priority);
        queue.priority(id, priority);
        return changed(id);
    }

    /** Another name. */
    QueuedRun rename(String id, String name) {
        present(id);
        table.name(id, name);
        return changed(id);
    }

    /** Moves it to the trash. */
    void remove(String id) {
        perform(id, JobAction.REMOVE, state -> table.removed(id, true),
                "cancel it first, and wait until its trials have ended");
    }

    /** Takes it out of the trash. */
    QueuedRun restore(String id) {
        if (find(id).removed().isEmpty() || !trash.restore(id)) {
            throw ProblemException.conflict("the run " + id + " is not in the trash");
        }
        return changed(id);
    }
}
