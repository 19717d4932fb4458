package psr.api.report;

import java.util.Objects;

import psr.api.lab.Claim;
import psr.api.lab.Difference;

/**
 * Compares one claim in two runs: the difference in each run, and which run has the larger effect in the claimed direction.
 * The trials of the two runs are assumed to be independent.
 *
 * @param claim the claim of both runs
 * @param left the difference in the first run, subject minus reference
 * @param right the difference in the second run, subject minus reference
 * @param mean first minus second in the claimed direction: above 0 if the first run supports the claim more; NaN if a run
 *        has no difference
 * @param stderr the standard error of that mean; NaN if a run has fewer than two trials
 * @param larger the run with the larger effect in the claimed direction, by the interval of this claim alone
 * @param corrected the same if all claims of a family are compared together, at 5 % for the whole family (Holm)
 */
public record ClaimComparison(Claim claim, Difference left, Difference right, double mean, double stderr, Larger larger,
        Larger corrected) {

    /** The run with the larger effect in the claimed direction, by a 95 % confidence interval. */
    public enum Larger {
        /** The first run. */
        FIRST,
        /** The second run. */
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
