package psr.launcher.jobs;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import psr.api.lab.Observer;
import psr.launcher.services.CancelledException;
import psr.launcher.spi.NamedFiles;
import psr.launcher.spi.TrialComputer;
import psr.launcher.spi.TrialOutcome;
import psr.launcher.spi.TrialTask;
import psr.launcher.trials.BoundExperiment;
import psr.launcher.trials.Trial;
import psr.launcher.trials.TrialProgress;

/** Computes trials of a run that another process submitted. Releases the bundles when the last trial has stopped. */
final class WorkerTrials implements TrialComputer {

    private final BoundExperiment bound;
    private final TrialTask task;
    private final AtomicBoolean closed = new AtomicBoolean();
    /** Number of running trials, and one more until this is closed; 0 when the bundles are released. */
    private final AtomicInteger open = new AtomicInteger(1);

    /** @param bound closed with this */
    WorkerTrials(BoundExperiment bound, TrialTask task) {
        this.bound = bound;
        this.task = task;
    }

    @Override
    public TrialOutcome compute(int trial, NamedFiles files, Observer observer) throws IOException {
        if (closed.get() || open.getAndUpdate(before -> before == 0 ? 0 : before + 1) == 0) {
            throw cancelled();
        }
        try {
            Thread caller = Thread.currentThread();
            return new Trial(bound, trial, task.part(), task.limit(), files,
                    new TrialProgress(trial, observer, () -> closed.get() || caller.isInterrupted())).run();
        } catch (CancelledException e) {
            throw cancelled();
        } finally {
            leave();
        }
    }

    private static CancellationException cancelled() {
        return new CancellationException("the trial was stopped");
    }

    private void leave() {
        if (open.decrementAndGet() == 0) {
            bound.close();
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            leave();
        }
    }
}
