package psr.api.lab;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The mean of one measure at one iteration of one recipe, over trials.
 *
 * @param label the label of the recipe, or {@link Experiment#TRUE_MODEL}
 * @param isTrueModel whether it is of the model that generated the data
 * @param iteration the number of iterations of the last stage
 * @param measure the full name of the measure
 * @param mean over trials
 * @param stderr sample deviation / √trials; empty for a single trial
 * @param trials the number of trials that have a value
 */
public record SummaryRow(String label, boolean isTrueModel, int iteration, String measure, double mean, OptionalDouble stderr,
        int trials) {

    public SummaryRow {
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(measure, "measure");
        Objects.requireNonNull(stderr, "stderr");
    }

    /** A row of a recipe. */
    public static SummaryRow of(String label, int iteration, String measure, double mean, OptionalDouble stderr, int trials) {
        return new SummaryRow(label, false, iteration, measure, mean, stderr, trials);
    }

    /** A row of the true model. */
    public static SummaryRow ofTrueModel(int iteration, String measure, double mean, OptionalDouble stderr, int trials) {
        return new SummaryRow(Experiment.TRUE_MODEL, true, iteration, measure, mean, stderr, trials);
    }
}
