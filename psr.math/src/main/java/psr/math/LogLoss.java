package psr.math;

import psr.api.model.Repair;

/** Repairs raw scores to a distribution and takes −log of the observed symbol's probability. */
public enum LogLoss {

    /** {@link Repair#ABSOLUTE}. */
    ABSOLUTE(Repair.ABSOLUTE) {
        @Override
        double sum(double[] p) {
            return Columns.normL1(p.length, p);
        }
    },
    /** {@link Repair#CLIP}. */
    CLIPPED(Repair.CLIP) {
        @Override
        double sum(double[] p) {
            // 2 max(p, 0) = p + |p| avoids a branch that no processor can predict.
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            int o = 0;
            for (; o + 4 <= p.length; o += 4) {
                s0 += p[o] + Math.abs(p[o]);
                s1 += p[o + 1] + Math.abs(p[o + 1]);
                s2 += p[o + 2] + Math.abs(p[o + 2]);
                s3 += p[o + 3] + Math.abs(p[o + 3]);
            }
            for (; o < p.length; o++) {
                s0 += p[o] + Math.abs(p[o]);
            }
            return ((s0 + s1) + (s2 + s3)) / 2;
        }
    };

    private final Repair repair;
    /** What a score of zero becomes: the amount that is added to every score. */
    private final double added;

    LogLoss(Repair repair) {
        this.repair = repair;
        added = repair.positive(0);
    }

    /** The sum of the scores, made positive, without the amount added to each; in four partial sums. */
    abstract double sum(double[] scores);

    /** −log(r_o / Σ r), in nats, where r are the repaired scores; finite. */
    public double of(double[] scores, int symbol) {
        double sum = sum(scores) + added * scores.length;
        double share = repair.positive(scores[symbol]);
        double quotient = sum / share;
        if (quotient < Double.POSITIVE_INFINITY) {
            return Math.log(quotient);
        }
        if (sum < Double.POSITIVE_INFINITY) {
            // Dividing a huge sum by a small score overflows; subtracting their logarithms does not.
            return Math.log(sum) - Math.log(share);
        }
        // Scores near the largest double: sum their 2n-th parts, so that rounding cannot make the sum overflow again.
        double parts = 2.0 * scores.length;
        sum = 0;
        for (double p : scores) {
            sum += repair.positive(p) / parts;
        }
        return Math.log(sum) + Math.log(parts) - Math.log(share);
    }
}
