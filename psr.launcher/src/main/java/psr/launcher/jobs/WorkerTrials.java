package psr.launcher.jobs;

import java.io.IOException;
import java.util.concurrent.CancellationException;

import psr.api.lab.Observer;
import psr.launcher.services.CancelledException;
import psr.launcher.spi.NamedFiles;
import psr.launcher.spi.TrialComputer;
import psr.launcher.spi.TrialOutcome;
import psr.launcher.spi.TrialTask;
import psr.launcher.trials.BoundExperiment;
import psr.launcher.trials.Trial;

/** Computes trials of a run that another process submitted. Releases the bundles when the last trial has stopped. */
final class WorkerTrials implements TrialComputer {

    private final BoundExperiment bound;
    private final TrialTask task;
    private volatile boolean closed;
    /** Number of running trials, and one more until this is closed; guarded by this. */
    private int open = 1;

    /** @param bound closed with this */
    WorkerTrials(BoundExperiment bound, TrialTask task) {
        this.bound = bound;
        this.task = task;
    }

    @Override
    public TrialOutcome compute(int trial, NamedFiles files, Observer observer) throws IOException {
        enter();
        try {
            Thread caller = Thread.currentThread();
            return new Trial(bound, trial, task.part(), task.limit(), files,
                    new TrialProgress(trial, observer, () -> closed || caller.isInterrupted())).run();
        } catch (CancelledException e) {
            throw cancelled();
        } finally {
            leave();
        }
    }

    private synchronized void enter() {
        if (closed) {
            throw cancelled();
        }
        open++;
    }

    private static CancellationException cancelled() {
        return new CancellationException("the trial was stopped");
    }

    private void leave() {
        boolean last;
        synchronized (this) {
            last = --open == 0;
        }
        if (last) {
            bound.close();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        leave();
    }
}
