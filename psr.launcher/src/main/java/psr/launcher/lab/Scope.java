package psr.launcher.lab;

import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import psr.api.lab.Experiment;
import psr.api.source.Dataset;

/** Which trials of an experiment to run, on which part of the data, and how long a stage may take. Immutable. */
public final class Scope {

    /** Every trial, on the data as they are. */
    public static final Scope ALL = without(new BitSet());

    /** The data of a trial, whole. */
    private record Loading(Binding.Loader loader, BooleanSupplier cancelled) {}

    /** Makes the data of a trial. */
    private interface Part {
        Dataset of(Loading source, Experiment experiment, int trial) throws IOException;
    }

    private final BitSet finished;
    private final Part part;
    private final Optional<Duration> limit;

    private Scope(BitSet finished, Part part, Optional<Duration> limit) {
        this.finished = (BitSet) finished.clone();
        this.part = part;
        this.limit = limit;
    }

    /** The trials that are not finished. */
    public static Scope without(BitSet finished) {
        return new Scope(finished, Scope::whole, Optional.empty());
    }

    /**
     * Every trial, on training data only: a share of them takes the place of the test data, and no oracle is measured.
     *
     * @param share above 0 and below 1
     */
    public static Scope training(double share) {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("the held-out share must be above 0 and below 1; share=" + share);
        }
        return new Scope(new BitSet(), (source, experiment, trial) -> Parts.heldOut(whole(source, experiment, trial), share),
                Optional.empty());
    }

    /** Every trial, on training and test data together, for learning and for measuring; no oracle is measured. */
    public static Scope everything() {
        return new Scope(new BitSet(), (source, experiment, trial) -> Parts.everything(whole(source, experiment, trial)),
                Optional.empty());
    }

    /**
     * Cross-validation: all trials have the data of the first, training and test together, in as many parts as there are
     * trials; each trial is tested on its own part and learns from the others.
     */
    public static Scope folds() {
        return new Scope(new BitSet(), (source, experiment, trial) -> Parts.fold(whole(source, experiment, 0), trial,
                experiment.trials(), experiment.seed()), Optional.empty());
    }

    /** The same, with a limit to the time that a stage may take; none if it is empty. */
    public Scope within(Optional<Duration> longest) {
        return new Scope(finished, part, longest);
    }

    private static Dataset whole(Loading source, Experiment experiment, int trial) throws IOException {
        Dataset dataset = source.loader.load(new LoadingRun(Trial.seed(experiment, trial), source.cancelled));
        if (dataset == null) {
            throw new BrokenServiceException("the data set '" + experiment.dataset().name() + "' gave no data (null)",
                    null);
        }
        return dataset;
    }

    Dataset data(Binding.Loader loader, Experiment experiment, int trial, BooleanSupplier cancelled) throws IOException {
        return part.of(new Loading(loader, cancelled), experiment, trial);
    }

    Optional<Duration> limit() {
        return limit;
    }

    boolean finished(int trial) {
        return finished.get(trial);
    }

    /** How many of so many trials are finished. */
    int count(int trials) {
        return finished.get(0, trials).cardinality();
    }
}
