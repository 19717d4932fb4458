package psr.launcher.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import psr.api.lab.Observer;
import psr.api.lab.TrialResult;
import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.api.source.Dataset;
import psr.api.store.LearnedModel;
import psr.launcher.trials.Trial;

/**
 * Tells the observer of a trial that is computed by itself.
 *
 * @param stopped whether nobody wants it any more; asked by any thread
 */
record LoneTrial(int trial, Observer observer, BooleanSupplier stopped) implements Trial.Progress {

    @Override
    public boolean cancelled() {
        return stopped.getAsBoolean();
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
        System.getLogger(LoneTrial.class.getName()).log(System.Logger.Level.WARNING, stage + " failed in trial " + trial, e);
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
