package psr.launcher.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;

import psr.api.lab.NamedFiles;
import psr.api.lab.Observer;
import psr.api.lab.TrialComputer;
import psr.api.lab.TrialOutcome;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialTask;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.api.store.LearnedModel;
import psr.launcher.services.CancelledException;
import psr.launcher.trials.BoundExperiment;
import psr.launcher.trials.Trial;

/** Computes trials of a run that was submitted elsewhere. Its bundles are let go when the last trial has stopped. */
final class PreparedTrials implements TrialComputer {

    private final BoundExperiment bound;
    private final TrialTask task;
    private volatile boolean closed;
    /** How many trials are under way; guarded by this. */
    private int open;
    private boolean released;

    /** @param bound closed with this */
    PreparedTrials(BoundExperiment bound, TrialTask task) {
        this.bound = bound;
        this.task = task;
    }

    @Override
    public TrialOutcome compute(int trial, NamedFiles files, Observer observer) throws IOException {
        enter();
        try {
            return new Trial(bound, trial, task.part(), task.limit(), files,
                    new Alone(trial, observer, Thread.currentThread())).run();
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
        synchronized (this) {
            open--;
        }
        release();
    }

    @Override
    public void close() {
        closed = true;
        release();
    }

    private void release() {
        synchronized (this) {
            if (!closed || open > 0 || released) {
                return;
            }
            released = true;
        }
        bound.close();
    }

    /** Tells the observer of a trial that is computed by itself. */
    private final class Alone implements Trial.Progress {

        private final int trial;
        private final Observer observer;
        private final Thread caller;

        Alone(int trial, Observer observer, Thread caller) {
            this.trial = trial;
            this.observer = observer;
            this.caller = caller;
        }

        @Override
        public boolean cancelled() {
            return closed || caller.isInterrupted();
        }

        @Override
        public void loaded(Dataset dataset, List<Path> files) {
            observer.loaded(trial, dataset.origin());
        }

        @Override
        public void iterated(String label, int iteration) {
            observer.iterated(trial, label, iteration);
        }

        @Override
        public void progressed(String label, double share, String doing) {
            observer.progressed(trial, label, share, doing);
        }

        @Override
        public void broke(String stage, Throwable e) {
            System.getLogger(PreparedTrials.class.getName()).log(System.Logger.Level.WARNING,
                    stage + " failed in trial " + trial, e);
        }

        @Override
        public void learned(String label, Model model, Dataset dataset) {
            observer.learned(trial, label, LearnedModel.builder(model).build());
        }

        @Override
        public void finished(TrialResult result) {
            observer.finished(result, 1, 1);
        }
    }
}
