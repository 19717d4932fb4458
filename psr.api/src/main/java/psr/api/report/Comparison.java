package psr.api.report;

import java.util.Objects;

import psr.api.lab.Difference;

/**
 * One row of a comparison of two runs: a recipe and a measure at the last iteration; trials are paired by number.
 *
 * @param label the label of the recipe
 * @param measure the full name
 * @param left the mean in the first run
 * @param right the mean in the second run
 * @param difference first minus second, paired by trial
 */
public record Comparison(String label, String measure, double left, double right, Difference difference) {

    public Comparison {
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(measure, "measure");
        Objects.requireNonNull(difference, "difference");
    }
}
