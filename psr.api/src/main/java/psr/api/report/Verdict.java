package psr.api.report;

import psr.api.lab.Claim;

/**
 * What came of a claim.
 *
 * @param claim what was claimed
 * @param outcome whether it came out
 * @param difference what was found
 */
public record Verdict(Claim claim, Outcome outcome, Difference difference) {

    /** Whether a claim came out, by the 95 % confidence interval of the paired difference. */
    public enum Outcome {
        /** The whole interval is where the claim says. */
        REPRODUCED,
        /** The whole interval is elsewhere. */
        NOT_REPRODUCED,
        /** The interval is on both sides, or there are fewer than two trials. */
        UNDECIDED
    }
}
