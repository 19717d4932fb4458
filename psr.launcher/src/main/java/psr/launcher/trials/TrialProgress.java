package psr.launcher.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import psr.api.lab.LearnedModel;
import psr.api.lab.Observer;
import psr.api.lab.TrialResult;
import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.api.source.Dataset;
import psr.launcher.trials.Trial;

/** Passes the progress of one trial to an observer. */
class TrialProgress implements Trial.Progress {

    private static final System.Logger LOG = System.getLogger(TrialProgress.class.getName());

    private final int trial;
    private final Observer observer;
    private final BooleanSupplier stopped;

    /** @param stopped whether the outcome will be discarded; called by any thread */
    TrialProgress(int trial, Observer observer, BooleanSupplier stopped) {
        this.trial = trial;
        this.observer = observer;
        this.stopped = stopped;
    }

    @Override
    public boolean cancelled() {
        return stopped.getAsBoolean();
    }

    @Override
    public void loaded(Dataset dataset, List<Path> files) throws IOException {
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
        LOG.log(System.Logger.Level.WARNING, stage + " failed in trial " + trial, e);
    }

    @Override
    public void learned(String label, Model model, Optional<SingularValues> singularValues, Dataset dataset) {
        observer.learned(trial, label, LearnedModel.builder(model).singularValues(singularValues).build());
    }

    @Override
    public void finished(TrialResult result) {
        observer.finished(result, 1, 1);
    }
}
