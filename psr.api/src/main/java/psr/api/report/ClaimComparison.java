package psr.api.report;

import java.util.Objects;

import psr.api.lab.Claim;
import psr.api.lab.Difference;

/**
 * How one claim, which two runs judge, came out in each of them, and in which of them its effect is the larger one in the
 * claimed direction. The trials of the two runs are taken as independent.
 *
 * @param claim what both runs claim
 * @param left what the first run found, subject less reference
 * @param right what the second run found, subject less reference
 * @param mean first less second, counted in the claimed direction: above 0 if the first supports the claim more; NaN if a run
 *        found nothing
 * @param stderr the standard error of that mean; NaN if a run has fewer than two trials
 * @param larger where the effect is larger in the claimed direction, by the claim's own interval
 * @param corrected the same when all claims of a family are compared together, at 5 % for the whole family (Holm)
 */
public record ClaimComparison(Claim claim, Difference left, Difference right, double mean, double stderr, Larger larger,
        Larger corrected) {

    /** Where the effect is larger in the claimed direction, by a 95 % confidence interval. */
    public enum Larger {
        /** In the first run. */
        FIRST,
        /** In the second run. */
        SECOND,
        /** The interval includes zero, or a run has fewer than two trials. */
        UNDECIDED
    }

    public ClaimComparison {
        Objects.requireNonNull(claim, "claim");
        Objects.requireNonNull(left, "left");
        Objects.requireNonNull(right, "right");
        Objects.requireNonNull(larger, "larger");
        Objects.requireNonNull(corrected, "corrected");
    }
}
