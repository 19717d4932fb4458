package psr.eval.report.statistics;

import psr.api.lab.Difference;

/**
 * Where a true mean lies with 95 % confidence.
 *
 * @param low the lower end; −∞ where nothing can be said
 * @param high the upper end; ∞ where nothing can be said
 */
public record ConfidenceInterval(double low, double high) {

    static final double CONFIDENCE = 0.95;

    /** By Student's distribution; the whole axis for fewer than two trials. */
    public static ConfidenceInterval of(Difference difference) {
        if (difference.trials() < 2) {
            return new ConfidenceInterval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        double half = difference.stderr() * StudentT.quantile(CONFIDENCE, difference.trials() - 1);
        return new ConfidenceInterval(difference.mean() - half, difference.mean() + half);
    }

    /** Whether zero cannot be told from the mean. */
    public boolean includesZero() {
        return low <= 0 && high >= 0;
    }
}
