package psr.launcher.trials;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import psr.api.lab.LearnedModel;
import psr.api.lab.Observer;
import psr.api.lab.TrialResult;
import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.api.source.Dataset;

/** Passes the events of a running trial to an observer. */
public class TrialProgress {

    private static final System.Logger LOG = System.getLogger(TrialProgress.class.getName());

    private final int trial;
    private final Observer observer;
    private final BooleanSupplier stopped;

    /** @param stopped whether the outcome will be discarded; called by any thread */
    public TrialProgress(int trial, Observer observer, BooleanSupplier stopped) {
        this.trial = trial;
        this.observer = observer;
        this.stopped = stopped;
    }

    /** Whether the trial is cancelled. */
    final boolean cancelled() {
        return stopped.getAsBoolean();
    }

    /** The data are loaded. */
    protected void loaded(Dataset dataset, List<Path> files) throws IOException {
        observer.loaded(trial, dataset.origin());
    }

    /** The last stage of a recipe completed an iteration. */
    void iterated(String label, int iteration) {
        observer.iterated(trial, label, iteration);
    }

    /** The last stage of a recipe reported its progress. */
    void progressed(String label, double share, String doing) {
        observer.progressed(trial, label, share, doing);
    }

    /** A stage threw an exception that should be logged: its message alone does not explain it. */
    void broke(String stage, Throwable e) {
        LOG.log(System.Logger.Level.WARNING, stage + " failed in trial " + trial, e);
    }

    /**
     * A recipe has produced its model.
     *
     * @param singularValues the singular values that its first stage found, if it reported them
     */
    protected void learned(String label, Model model, Optional<SingularValues> singularValues, Dataset dataset) {
        observer.learned(trial, label, LearnedModel.builder(model).singularValues(singularValues).build());
    }

    /**
     * A candidate was selected, and learns next.
     *
     * @param bound the experiment with the selected recipe
     * @param tried the score of each candidate as text, best first
     */
    protected void chosen(BoundExperiment bound, Map<String, String> tried) {}

    /** A recipe is finished. */
    final void finished(TrialResult result) {
        observer.finished(result, 1, 1);
    }
}
