package psr.math;

import psr.api.model.Repair;

/** Repairs raw scores to a distribution and takes −log of the observed symbol's share. */
public enum LogLoss {

    /** {@link Repair#ABSOLUTE}. */
    ABSOLUTE(Repair.ABSOLUTE),
    /** {@link Repair#CLIP}. */
    CLIPPED(Repair.CLIP);

    private final Repair repair;

    LogLoss(Repair repair) {
        this.repair = repair;
    }

    /** −log(r_o / Σ r), in nats, where r are the repaired scores; finite. */
    public double of(double[] scores, int symbol) {
        double sum = 0;
        for (double p : scores) {
            sum += repair.positive(p);
        }
        if (sum < Double.POSITIVE_INFINITY) {
            // Two logarithms: the quotient of a huge sum and a small share would overflow.
            return Math.log(sum) - Math.log(repair.positive(scores[symbol]));
        }
        // Scores near the largest number: sum their n-th parts.
        sum = 0;
        for (double p : scores) {
            sum += repair.positive(p) / scores.length;
        }
        return Math.log(sum) + Math.log(scores.length) - Math.log(repair.positive(scores[symbol]));
    }
}
