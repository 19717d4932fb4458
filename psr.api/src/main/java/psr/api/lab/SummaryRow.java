package psr.api.lab;

import java.util.Objects;
import java.util.OptionalDouble;

/** The mean of one measure at one iteration of one recipe, over trials. Immutable; equal when all parts are. */
public final class SummaryRow {

    private final String label;
    private final boolean trueModel;
    private final int iteration;
    private final String measure;
    private final double mean;
    private final OptionalDouble stderr;
    private final int trials;

    private SummaryRow(String label, boolean trueModel, int iteration, String measure, double mean, OptionalDouble stderr,
            int trials) {
        this.label = Objects.requireNonNull(label, "label");
        this.trueModel = trueModel;
        this.iteration = iteration;
        this.measure = Objects.requireNonNull(measure, "measure");
        this.mean = mean;
        this.stderr = Objects.requireNonNull(stderr, "stderr");
        this.trials = trials;
    }

    /** A row of a recipe. */
    public static SummaryRow of(String label, int iteration, String measure, double mean, OptionalDouble stderr, int trials) {
        return new SummaryRow(label, false, iteration, measure, mean, stderr, trials);
    }

    /** A row of the true model. */
    public static SummaryRow ofTrueModel(int iteration, String measure, double mean, OptionalDouble stderr, int trials) {
        return new SummaryRow(Experiment.TRUE_MODEL, true, iteration, measure, mean, stderr, trials);
    }

    /** The label of the recipe, or {@link Experiment#TRUE_MODEL}. */
    public String label() {
        return label;
    }

    /** Whether it is of the model that generated the data. */
    public boolean isTrueModel() {
        return trueModel;
    }

    /** Iterations done by the last stage. */
    public int iteration() {
        return iteration;
    }

    /** The full name of the measure. */
    public String measure() {
        return measure;
    }

    /** Over trials. */
    public double mean() {
        return mean;
    }

    /** Sample deviation / √trials; empty for a single trial. */
    public OptionalDouble stderr() {
        return stderr;
    }

    /** How many trials have a value. */
    public int trials() {
        return trials;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SummaryRow that && label.equals(that.label) && trueModel == that.trueModel
                && iteration == that.iteration && measure.equals(that.measure)
                && Double.compare(mean, that.mean) == 0 && stderr.equals(that.stderr) && trials == that.trials;
    }

    @Override
    public int hashCode() {
        return Objects.hash(label, trueModel, iteration, measure, mean, stderr, trials);
    }

    @Override
    public String toString() {
        return label + "@" + iteration + " " + measure + ": " + mean;
    }
}
