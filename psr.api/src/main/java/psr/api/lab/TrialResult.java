package psr.api.lab;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The result of one recipe, or of the true model, in one trial. Plain data. Immutable; equal if all parts are equal. */
public final class TrialResult {

    /**
     * The metrics after a number of iterations.
     *
     * @param iteration the number of iterations of the last stage; 0 is the model before refinement
     * @param values by full name, for example {@code pnll.operators}, in the order requested; all finite; not modifiable
     */
    public record Point(int iteration, Map<String, Double> values) {

        public Point {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    /**
     * The time of a stage.
     *
     * @param stage the stage, as the user wrote it
     * @param seconds without the time for metrics
     */
    public record StageTime(String stage, double seconds) {

        public StageTime {
            Objects.requireNonNull(stage, "stage");
        }
    }

    /**
     * Why there is no model.
     *
     * @param reason in one line
     * @param isRefusal whether the user requested something that turned out to be impossible with the data
     * @param isOutOfMemory whether the process had too little memory; another process may have more
     */
    public record Failure(String reason, boolean isRefusal, boolean isOutOfMemory) {

        public Failure {
            Objects.requireNonNull(reason, "reason");
        }

        /** Something failed. */
        public static Failure of(String reason) {
            return new Failure(reason, false, false);
        }

        /** The user requested something that turned out to be impossible with the data. */
        public static Failure refused(String reason) {
            return new Failure(reason, true, false);
        }

        /** The process has too little memory; another process may have more. */
        public static Failure outOfMemory(String reason) {
            return new Failure(reason, false, true);
        }

        @Override
        public String toString() {
            return reason;
        }
    }

    private final int trial;
    private final String label;
    private final boolean trueModel;
    private final List<Point> curve;
    private final Map<String, Long> counts;
    private final List<StageTime> stages;
    private final Map<String, String> unmeasured;
    private final Failure failure;

    private TrialResult(Builder builder) {
        this.trial = builder.trial;
        this.label = builder.label;
        this.trueModel = builder.trueModel;
        this.curve = List.copyOf(builder.curve);
        this.counts = Collections.unmodifiableMap(new LinkedHashMap<>(builder.counts));
        this.stages = List.copyOf(builder.stages);
        this.unmeasured = Collections.unmodifiableMap(new LinkedHashMap<>(builder.unmeasured));
        this.failure = builder.failure;
    }

    /** Starts the result of a recipe, by its label; trials count from 0. */
    public static Builder of(int trial, String label) {
        return new Builder(trial, label, false);
    }

    /** Starts the result of the model that generated the data. */
    public static Builder ofTrueModel(int trial) {
        return new Builder(trial, Experiment.TRUE_MODEL, true);
    }

    /** Builds a result. Not thread-safe. */
    public static final class Builder {

        private final int trial;
        private final String label;
        private final boolean trueModel;
        private List<Point> curve = new ArrayList<>();
        private Map<String, Long> counts = new LinkedHashMap<>();
        private List<StageTime> stages = new ArrayList<>();
        private Map<String, String> unmeasured = new LinkedHashMap<>();
        private Failure failure;

        private Builder(int trial, String label, boolean trueModel) {
            if (trial < 0) {
                throw new IllegalArgumentException("a trial must be numbered from 0; trial=" + trial);
            }
            this.trial = trial;
            this.label = Objects.requireNonNull(label, "label");
            this.trueModel = trueModel;
        }

        /** The metrics at the iterations where they were computed, in order. */
        public Builder curve(List<Point> points) {
            this.curve = points;
            return this;
        }

        /** The counters, by name. */
        public Builder counts(Map<String, Long> numbers) {
            this.counts = numbers;
            return this;
        }

        /** The time of each stage, in order. */
        public Builder stages(List<StageTime> times) {
            this.stages = times;
            return this;
        }

        /** The metrics that failed, by name, each with its reason. */
        public Builder unmeasured(Map<String, String> reasons) {
            this.unmeasured = reasons;
            return this;
        }

        /** Why there is no model. */
        public Builder failure(Failure why) {
            this.failure = why;
            return this;
        }

        /** Builds the result. */
        public TrialResult build() {
            return new TrialResult(this);
        }
    }

    /** The number of the trial, from 0. */
    public int trial() {
        return trial;
    }

    /** The label of the recipe, or {@link Experiment#TRUE_MODEL}. */
    public String label() {
        return label;
    }

    /** Whether it is the result of the model that generated the data. */
    public boolean isTrueModel() {
        return trueModel;
    }

    /** The metrics at the iterations where they were computed, in order; empty if it failed before. Not modifiable. */
    public List<Point> curve() {
        return curve;
    }

    /** The metrics of the last iteration; empty if it failed before. */
    public Map<String, Double> last() {
        return curve.isEmpty() ? Map.of() : curve.get(curve.size() - 1).values();
    }

    /** The counters, by name: skipped gradients, repaired states. Not modifiable. */
    public Map<String, Long> counts() {
        return counts;
    }

    /**
     * The time of each stage, in order. A stage that several recipes share was computed once and has the same time in all of
     * them. Not modifiable.
     */
    public List<StageTime> stages() {
        return stages;
    }

    /** The metrics that failed, by name, each with its reason; the others were measured. Not modifiable. */
    public Map<String, String> unmeasured() {
        return unmeasured;
    }

    /** Why there is no model; empty if there is one. */
    public Optional<Failure> failure() {
        return Optional.ofNullable(failure);
    }

    private List<Object> parts() {
        return List.of(trial, label, trueModel, curve, counts, stages, unmeasured, failure());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TrialResult that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return "trial " + trial + ", " + label + (failure == null ? ": " + last() : " failed: " + failure);
    }
}
