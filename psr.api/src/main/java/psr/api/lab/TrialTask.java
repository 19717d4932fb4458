package psr.api.lab;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The task to compute one trial, as plain data, for this or another machine. Immutable.
 *
 * <p>It does not include data files: a worker on another machine must fetch them.
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
     * Starts a task.
     *
     * @param run the {@link Submission#id} it belongs to
     * @param trial from 0
     */
    public static Builder builder(String run, Experiment experiment, int trial) {
        return new Builder(run, experiment, trial);
    }

    /** Builds a task. Not thread-safe. */
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

        /** The part of the data that is used; as given by the data set by default. */
        public Builder part(DataPart which) {
            this.part = which;
            return this;
        }

        /** The time limit of a stage; none by default. */
        public Builder limit(Duration longest) {
            this.limit = longest;
            return this;
        }

        /** The bundles that its results depend on; any by default. */
        public Builder bundles(List<BundleVersion> versions) {
            this.bundles = versions;
            return this;
        }

        /** Builds the task. */
        public TrialTask build() {
            return new TrialTask(this);
        }
    }

    /** The {@link Submission#id} it belongs to. */
    public String run() {
        return run;
    }

    /** The experiment, with the chosen rates. */
    public Experiment experiment() {
        return experiment;
    }

    /** The number of the trial, from 0. */
    public int trial() {
        return trial;
    }

    /** The part of the data that is used. */
    public DataPart part() {
        return part;
    }

    /** The time limit of a stage. */
    public Optional<Duration> limit() {
        return Optional.ofNullable(limit);
    }

    /** The bundles that its results depend on; not modifiable. */
    public List<BundleVersion> bundles() {
        return bundles;
    }

    @Override
    public String toString() {
        return "trial " + trial + " of " + run;
    }
}
