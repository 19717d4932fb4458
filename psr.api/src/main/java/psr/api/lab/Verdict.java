package psr.api.lab;

import java.util.Objects;

/**
 * The verdict on a claim.
 *
 * @param claim the claim
 * @param outcome the outcome by the 95 % confidence interval of this claim alone
 * @param corrected the outcome if all claims of a family are judged together, at 5 % for the whole family (Holm)
 * @param difference the measured difference
 */
public record Verdict(Claim claim, Outcome outcome, Outcome corrected, Difference difference) {

    /** Whether a claim holds, by a confidence interval of the paired difference. */
    public enum Outcome {
        /** The whole interval is in the claimed range. */
        REPRODUCED,
        /** The whole interval is outside the claimed range. */
        NOT_REPRODUCED,
        /** The interval is partly in the claimed range, or there are fewer than two trials. */
        UNDECIDED
    }

    public Verdict {
        Objects.requireNonNull(claim, "claim");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(corrected, "corrected");
        Objects.requireNonNull(difference, "difference");
    }

    @Override
    public String toString() {
        return claim.id() + ": " + outcome + ", " + difference;
    }
}
