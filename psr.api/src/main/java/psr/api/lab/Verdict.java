package psr.api.lab;

import java.util.Objects;

/**
 * The judgment of a claim.
 *
 * @param claim what was claimed
 * @param outcome by the claim's own 95 % confidence interval
 * @param corrected the same when all claims of a family are judged together, at 5 % for the whole family (Holm)
 * @param difference what was found
 */
public record Verdict(Claim claim, Outcome outcome, Outcome corrected, Difference difference) {

    /** Whether a claim came out, by a confidence interval of the paired difference. */
    public enum Outcome {
        /** The whole interval is where the claim says. */
        REPRODUCED,
        /** The whole interval is elsewhere. */
        NOT_REPRODUCED,
        /** The interval is on both sides, or there are fewer than two trials. */
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
