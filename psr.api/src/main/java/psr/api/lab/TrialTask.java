package psr.api.lab;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One trial as plain data: all that a laboratory, here or on another machine, needs to compute it. Immutable.
 *
 * <p>Data files are not in it: whoever computes it elsewhere brings them along and names the folder they are in.
 */
public final class TrialTask {

    private final String run;
    private final Experiment experiment;
    private final int trial;
    private final DataPart part;
    private final Duration limit;
    private final List<BundleVersion> bundles;

    private TrialTask(Builder builder) {
        this.run = Objects.requireNonNull(builder.run, "run");
        this.experiment = Objects.requireNonNull(builder.experiment, "experiment");
        this.trial = builder.trial;
        this.part = Objects.requireNonNull(builder.part, "part");
        this.limit = builder.limit;
        this.bundles = List.copyOf(builder.bundles);
        if (trial < 0 || trial >= experiment.trials()) {
            throw new IllegalArgumentException("the trial must be 0 … " + (experiment.trials() - 1) + "; trial=" + trial);
        }
    }

    /**
     * Begins a task.
     *
     * @param run the {@link Submission#id} it belongs to
     * @param trial from 0
     */
    public static Builder builder(String run, Experiment experiment, int trial) {
        return new Builder(run, experiment, trial);
    }

    /** Gathers what makes a task. Used by one thread. */
    public static final class Builder {

        private final String run;
        private final Experiment experiment;
        private final int trial;
        private DataPart part = DataPart.asGiven();
        private Duration limit;
        private List<BundleVersion> bundles = List.of();

        private Builder(String run, Experiment experiment, int trial) {
            this.run = run;
            this.experiment = experiment;
            this.trial = trial;
        }

        /** Which part of the data; as the data set has them where nothing is said. */
        public Builder part(DataPart which) {
            this.part = which;
            return this;
        }

        /** How long a stage may take; as long as it takes where nothing is said. */
        public Builder limit(Duration longest) {
            this.limit = longest;
            return this;
        }

        /** The code that its numbers depend on; any where nothing is said. */
        public Builder bundles(List<BundleVersion> versions) {
            this.bundles = versions;
            return this;
        }

        /** The task. */
        public TrialTask build() {
            return new TrialTask(this);
        }
    }

    /** The {@link Submission#id} it belongs to. */
    public String run() {
        return run;
    }

    /** What is computed, with the rates that were chosen. */
    public Experiment experiment() {
        return experiment;
    }

    /** From 0. */
    public int trial() {
        return trial;
    }

    /** Which part of the data. */
    public DataPart part() {
        return part;
    }

    /** How long a stage may take. */
    public Optional<Duration> limit() {
        return Optional.ofNullable(limit);
    }

    /** The code that its numbers depend on; not modifiable. */
    public List<BundleVersion> bundles() {
        return bundles;
    }

    @Override
    public String toString() {
        return "trial " + trial + " of " + run;
    }
}
