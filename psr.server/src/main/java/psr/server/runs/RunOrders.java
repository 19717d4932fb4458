package psr.server.runs;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import psr.api.lab.Experiment;
import psr.api.lab.Submission.State;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.server.LabServices;
import psr.server.TimedIds;
import psr.server.http.Problem;
import psr.server.http.ProblemException;

/** What people do with runs. Each order is in the database when its method returns. Thread-safe. */
final class RunOrders {

    /** How many runs may be queued, running, paused or waiting. */
    static final int MOST_OPEN = 10_000;
    /** More are a slip of the finger. */
    static final int MOST_TRIALS = 1_000_000;

    private final RunTable table;
    private final RunQueue queue;
    private final RunTrash trash;
    private final RunTeller news;
    private final SharedThreads threads;
    private final LabServices lab;
    /** Nobody else looks whether a key is known while somebody does. */
    private final Object keys = new Object();

    RunOrders(RunTable table, RunQueue queue, RunTrash trash, RunTeller news, SharedThreads threads, LabServices lab) {
        this.table = table;
        this.queue = queue;
        this.trash = trash;
        this.news = news;
        this.threads = threads;
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

    /** A new run; the one that there is, where it was asked for before. */
    QueuedRun submit(String id, NewRun run, NewRun.Asked asked) {
        synchronized (keys) {
            Optional<QueuedRun> before = before(asked);
            if (before.isPresent()) {
                return before.get();
            }
            if (!run.state().isOver() && table.open() >= MOST_OPEN) {
                throw ProblemException.tooMany("at most " + MOST_OPEN + " runs may be queued, running, paused or waiting", 60);
            }
            table.add(id, run, asked);
        }
        news.changed(id);
        queue.wake();
        return find(id);
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
        news.changed(id);
        queue.wake();
        return find(id);
    }

    private static ProblemException wrong(QueuedRun run, String what) {
        return ProblemException.conflict("the run is " + RunTable.word(run.state()) + "; " + what);
    }

    /** No other trial begins. */
    QueuedRun pause(String id) {
        synchronized (queue) {
            QueuedRun run = present(id);
            if (run.state().isOver()) {
                throw wrong(run, "only one that is not over can be paused");
            }
            table.state(id, State.PAUSED, "");
            queue.working(id).ifPresent(work -> work.submission().pause());
        }
        return changed(id);
    }

    /** Goes on: after a pause, where it was cancelled, or after what made it fail was put right. */
    QueuedRun proceed(String id) {
        synchronized (queue) {
            QueuedRun run = present(id);
            Optional<RunAtWork> work = queue.working(id).filter(each -> !each.cancelled() && !each.submission().state().isOver());
            if (run.state() == State.DONE) {
                throw wrong(run, "more trials are asked for with /more");
            }
            if (work.isPresent()) {
                table.state(id, State.RUNNING, "");
                work.get().submission().proceed();
                threads.wake();
            } else {
                table.state(id, State.QUEUED, "");
            }
        }
        return changed(id);
    }

    /** Ends it; what is finished stays. */
    QueuedRun cancel(String id) {
        synchronized (queue) {
            QueuedRun run = present(id);
            if (run.state() == State.DONE || run.state() == State.FAILED) {
                throw wrong(run, "only one that is not over can be cancelled");
            }
            if (run.state() != State.CANCELLED) {
                table.state(id, State.CANCELLED, "");
            }
            queue.working(id).ifPresent(RunAtWork::cancel);
        }
        return changed(id);
    }

    /** Goes on to a larger number of trials. */
    QueuedRun more(String id, int trials) {
        synchronized (queue) {
            QueuedRun run = present(id);
            if (trials <= run.total() || trials > MOST_TRIALS) {
                throw new ValidationException(
                        ValidationError.of("run", "trials", "must be above " + run.total() + ", which it has, and at most "
                                + MOST_TRIALS, Integer.toString(trials)));
            }
            if (queue.working(id).isPresent()) {
                throw wrong(run, "trials can be added when it is over, or before it begins");
            }
            Experiment experiment =
                    lab.experiments().read(run.experiment(), "experiment", run.name()).change().trials(trials).build();
            table.more(id, lab.experiments().write(experiment), trials);
        }
        return changed(id);
    }

    /** Begins anew with what is present; what it had is set aside. */
    QueuedRun restart(String id) throws IOException {
        synchronized (queue) {
            QueuedRun run = present(id);
            boolean may = List.of(State.WAITING, State.FAILED, State.CANCELLED).contains(run.state());
            if (!may || queue.working(id).isPresent()) {
                throw wrong(run, "only one that waits, has failed or was cancelled can begin anew; /again makes a new run");
            }
            trash.setAside(id);
            table.anew(id);
        }
        return changed(id);
    }

    /** Another place in the queue, and another share of the machine. */
    QueuedRun priority(String id, int priority) {
        present(id);
        queue.priority(id, priority);
        return changed(id);
    }

    /** Another name. */
    QueuedRun rename(String id, String name) {
        present(id);
        table.name(id, name);
        return changed(id);
    }

    /** Into the trash. */
    void remove(String id) {
        synchronized (queue) {
            QueuedRun run = present(id);
            if (queue.working(id).isPresent() || run.state() == State.RUNNING) {
                throw wrong(run, "cancel it first, and wait until its trials have ended");
            }
            table.removed(id, true);
        }
        changed(id);
    }

    /** Out of the trash. */
    QueuedRun restore(String id) {
        synchronized (queue) {
            if (find(id).removed().isEmpty()) {
                throw ProblemException.conflict("the run " + id + " is not in the trash");
            }
            table.removed(id, false);
        }
        return changed(id);
    }
}
