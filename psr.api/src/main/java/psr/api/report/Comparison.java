package psr.api.report;

import java.util.Objects;

import psr.api.lab.Difference;

/**
 * One row of a comparison of two runs: the same recipe and measure, at the last iteration, in trials of the same number.
 * Immutable.
 */
public final class Comparison {

    private final String label;
    private final String measure;
    private final double left;
    private final double right;
    private final Difference difference;

    private Comparison(String label, String measure, double left, double right, Difference difference) {
        this.label = Objects.requireNonNull(label, "label");
        this.measure = Objects.requireNonNull(measure, "measure");
        this.left = left;
        this.right = right;
        this.difference = Objects.requireNonNull(difference, "difference");
    }

    /**
     * A row.
     *
     * @param label of the recipe
     * @param measure the full name
     * @param left the mean in the first run
     * @param right the mean in the second run
     * @param difference first less second, paired by trial
     */
    public static Comparison of(String label, String measure, double left, double right, Difference difference) {
        return new Comparison(label, measure, left, right, difference);
    }

    /** The label of the recipe. */
    public String label() {
        return label;
    }

    /** The full name of the measure. */
    public String measure() {
        return measure;
    }

    /** The mean in the first run. */
    public double left() {
        return left;
    }

    /** The mean in the second run. */
    public double right() {
        return right;
    }

    /** First less second, paired by trial. */
    public Difference difference() {
        return difference;
    }

    @Override
    public String toString() {
        return label + " " + measure + ": " + left + ", " + right;
    }
}
