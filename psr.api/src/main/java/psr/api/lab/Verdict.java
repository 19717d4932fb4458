package psr.api.lab;

import java.util.Objects;

/** What came of a claim. Immutable. */
public final class Verdict {

    /** Whether a claim came out, by a confidence interval of the paired difference. */
    public enum Outcome {
        /** The whole interval is where the claim says. */
        REPRODUCED,
        /** The whole interval is elsewhere. */
        NOT_REPRODUCED,
        /** The interval is on both sides, or there are fewer than two trials. */
        UNDECIDED
    }

    private final Claim claim;
    private final Outcome outcome;
    private final Outcome corrected;
    private final Difference difference;

    private Verdict(Claim claim, Outcome outcome, Outcome corrected, Difference difference) {
        this.claim = Objects.requireNonNull(claim, "claim");
        this.outcome = Objects.requireNonNull(outcome, "outcome");
        this.corrected = Objects.requireNonNull(corrected, "corrected");
        this.difference = Objects.requireNonNull(difference, "difference");
    }

    /**
     * A verdict.
     *
     * @param outcome by the claim's own 95 % interval
     * @param corrected the same, corrected for the number of claims that were judged together
     * @param difference what was found
     */
    public static Verdict of(Claim claim, Outcome outcome, Outcome corrected, Difference difference) {
        return new Verdict(claim, outcome, corrected, difference);
    }

    /** What was claimed. */
    public Claim claim() {
        return claim;
    }

    /** Whether it came out, by the claim's own 95 % confidence interval. */
    public Outcome outcome() {
        return outcome;
    }

    /** Whether it came out when all claims of the experiment are judged together, at 5 % for the whole family (Holm). */
    public Outcome corrected() {
        return corrected;
    }

    /** What was found. */
    public Difference difference() {
        return difference;
    }

    @Override
    public String toString() {
        return claim.id() + ": " + outcome + ", " + difference;
    }
}
