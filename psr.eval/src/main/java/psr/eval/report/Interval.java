package psr.eval.report;

import psr.api.report.Difference;

/**
 * Where a true mean lies with 95 % confidence.
 *
 * @param low the lower end; −∞ where nothing can be said
 * @param high the upper end; ∞ where nothing can be said
 */
record Interval(double low, double high) {

    private static final double CONFIDENCE = 0.95;

    /** By Student's distribution; the whole axis for fewer than two trials. */
    static Interval of(Difference difference) {
        if (difference.trials() < 2) {
            return new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        double half = difference.stderr() * StudentT.quantile(CONFIDENCE, difference.trials() - 1);
        return new Interval(difference.mean() - half, difference.mean() + half);
    }

    /** Whether zero cannot be told from the mean. */
    boolean includesZero() {
        return low <= 0 && high >= 0;
    }
}
