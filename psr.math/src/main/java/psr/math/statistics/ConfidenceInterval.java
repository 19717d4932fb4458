package psr.math.statistics;

import psr.api.lab.Difference;
import psr.api.lab.SummaryRow;

/**
 * Where a true mean lies with 95 % confidence.
 *
 * @param low the lower end; −∞ where nothing can be said
 * @param high the upper end; ∞ where nothing can be said
 */
public record ConfidenceInterval(double low, double high) {

    /** With which an interval holds the true mean. */
    public static final double CONFIDENCE = 0.95;

    /** Of a claim's difference. */
    public static ConfidenceInterval of(Difference difference) {
        return of(difference.mean(), difference.stderr(), difference.trials());
    }

    /** Of a row of differences. */
    public static ConfidenceInterval of(SummaryRow row) {
        return of(row.mean(), row.stderr().orElse(Double.NaN), row.trials());
    }

    /** By Student's distribution; the whole axis for fewer than two trials. */
    private static ConfidenceInterval of(double mean, double stderr, int trials) {
        if (trials < 2) {
            return new ConfidenceInterval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        double half = stderr * StudentT.quantile(CONFIDENCE, trials - 1);
        return new ConfidenceInterval(mean - half, mean + half);
    }

    /** Whether the mean is not significantly different from zero. */
    public boolean includesZero() {
        return low <= 0 && high >= 0;
    }
}
