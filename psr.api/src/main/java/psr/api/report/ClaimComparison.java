package psr.api.report;

import java.util.Objects;

import psr.api.lab.Claim;
import psr.api.lab.Difference;

/**
 * How one claim, which two runs judge, came out in each of them, and in which of them its effect is the larger one in the
 * claimed direction. The trials of the two runs are taken as independent. Immutable.
 */
public final class ClaimComparison {

    /** Where the effect is larger in the claimed direction, by a 95 % confidence interval. */
    public enum Larger {
        /** In the first run. */
        FIRST,
        /** In the second run. */
        SECOND,
        /** The interval includes zero, or a run has fewer than two trials. */
        UNDECIDED
    }

    private final Claim claim;
    private final Difference left;
    private final Difference right;
    private final double mean;
    private final double stderr;
    private final Larger larger;
    private final Larger corrected;

    private ClaimComparison(Claim claim, Difference left, Difference right, double mean, double stderr, Larger larger,
            Larger corrected) {
        this.claim = Objects.requireNonNull(claim, "claim");
        this.left = Objects.requireNonNull(left, "left");
        this.right = Objects.requireNonNull(right, "right");
        this.mean = mean;
        this.stderr = stderr;
        this.larger = Objects.requireNonNull(larger, "larger");
        this.corrected = Objects.requireNonNull(corrected, "corrected");
    }

    /**
     * A comparison.
     *
     * @param left what the first run found
     * @param right what the second run found
     * @param mean first less second, counted in the claimed direction; NaN where a run found nothing
     * @param stderr the standard error of that; NaN where a run has fewer than two trials
     * @param larger by the claim's own interval
     * @param corrected the same, corrected for the number of claims compared
     */
    public static ClaimComparison of(Claim claim, Difference left, Difference right, double mean, double stderr,
            Larger larger, Larger corrected) {
        return new ClaimComparison(claim, left, right, mean, stderr, larger, corrected);
    }

    /** What both runs claim. */
    public Claim claim() {
        return claim;
    }

    /** What the first run found, subject less reference. */
    public Difference left() {
        return left;
    }

    /** What the second run found, subject less reference. */
    public Difference right() {
        return right;
    }

    /** First less second, counted in the claimed direction: above 0 where the first bears the claim out more. */
    public double mean() {
        return mean;
    }

    /** The standard error of the mean; NaN where a run has fewer than two trials. */
    public double stderr() {
        return stderr;
    }

    /** Where the effect is larger in the claimed direction. */
    public Larger larger() {
        return larger;
    }

    /** The same when all claims of a family are compared together, at 5 % for the whole family (Holm). */
    public Larger corrected() {
        return corrected;
    }

    @Override
    public String toString() {
        return claim.id() + ": " + mean + " ± " + stderr + ", larger: " + larger;
    }
}
