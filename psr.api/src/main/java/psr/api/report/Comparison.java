package psr.api.report;

/**
 * One row of a comparison of two runs: the same recipe and measure, at the last iteration, in trials of the same number.
 *
 * @param recipe the label
 * @param measure the full name
 * @param left the mean in the first run
 * @param right the mean in the second run
 * @param difference first less second, paired by trial
 */
public record Comparison(String recipe, String measure, double left, double right, Difference difference) {}
