package psr.api.lab;

import java.util.Objects;

/**
 * The verdict on a claim.
 *
 * @param claim the claim
 * @param outcome the outcome by the 95 % confidence interval of this claim alone
 * @param corrected the outcome if all claims of a family are judged together, at 5 % for the whole family (Holm)
 * @param difference the measured difference
 * @param margin the margin that the difference was compared with: that of the claim, or its fraction of the measured gain
 * @param tests the p-values of several tests
 */
public record Verdict(Claim claim, Outcome outcome, Outcome corrected, Difference difference, double margin, Tests tests) {

    /** Whether a claim holds, by a confidence interval of the paired difference. */
    public enum Outcome {
        /** The whole interval is in the claimed range. */
        REPRODUCED,
        /** The whole interval is outside the claimed range. */
        NOT_REPRODUCED,
        /** The interval is partly in the claimed range, or there are fewer than two trials. */
        UNDECIDED
    }

    /**
     * The p-values of two-sided tests that a difference is at the margin; NaN for fewer than two trials. Student's test is about
     * the mean, which a few extreme trials can determine; the other two are about typical trials.
     *
     * @param student the level at which the confidence interval of the mean would just touch the margin; 0 if all trials
     *        have the same difference
     * @param corrected the same, corrected for the number of claims of the family (Holm 1979)
     * @param sign the sign test
     * @param signedRank Wilcoxon's signed-rank test
     * @param agreeing the number of trials on the side of the margin on which the mean is
     */
    public record Tests(double student, double corrected, double sign, double signedRank, int agreeing) {

        /** The tests without any measured trial. */
        public static final Tests NONE = new Tests(Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0);
    }

    /** With fewer trials Wilcoxon's test cannot reach 5 %. */
    private static final int RANKED_TRIALS = 6;

    private static final double LEVEL = .05;

    public Verdict {
        Objects.requireNonNull(claim, "claim");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(corrected, "corrected");
        Objects.requireNonNull(difference, "difference");
        Objects.requireNonNull(tests, "tests");
    }

    /**
     * Whether the mean decides the claim but typical trials do not support it: at most half of the trials are on the side of
     * the mean, or Wilcoxon's test does not reach 5 %. Extreme values of a few trials then decide the mean.
     */
    public boolean contested() {
        return outcome != Outcome.UNDECIDED && tests.student() > 0
                && (2 * tests.agreeing() <= difference.trials()
                        || difference.trials() >= RANKED_TRIALS && tests.signedRank() > LEVEL);
    }

    @Override
    public String toString() {
        return claim.id() + ": " + outcome + ", " + difference;
    }
}
