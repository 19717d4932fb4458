package psr.math;

import psr.api.model.Repair;

/** Repairs raw scores to a distribution and takes −log of the observed symbol's share. */
public enum LogLoss {

    /** {@link Repair#ABSOLUTE}: |p| + 1e-10. */
    ABSOLUTE {
        @Override
        double repaired(double p) {
            return Repair.ABSOLUTE.positive(p);
        }

        @Override
        double sum(double[] p) {
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            int o = 0;
            for (; o + 4 <= p.length; o += 4) {
                s0 += Math.abs(p[o]);
                s1 += Math.abs(p[o + 1]);
                s2 += Math.abs(p[o + 2]);
                s3 += Math.abs(p[o + 3]);
            }
            for (; o < p.length; o++) {
                s0 += Math.abs(p[o]);
            }
            return (s0 + s1) + (s2 + s3) + repaired(0) * p.length;
        }
    },
    /** {@link Repair#CLIP}: max(p, 0) + 1e-4. */
    CLIPPED {
        @Override
        double repaired(double p) {
            return Repair.CLIP.positive(p);
        }

        @Override
        double sum(double[] p) {
            // Twice max(p, 0) is p + |p|: no comparison, which nobody can foretell.
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
            return ((s0 + s1) + (s2 + s3)) / 2 + repaired(0) * p.length;
        }
    };

    /** A positive number in the place of a score. */
    abstract double repaired(double p);

    /** Σ r, in four partial sums, which need not wait for each other. */
    abstract double sum(double[] scores);

    /** −log(r_o / Σ r), in nats, where r are the repaired scores; finite. */
    public double of(double[] scores, int symbol) {
        double sum = sum(scores);
        double share = repaired(scores[symbol]);
        double quotient = sum / share;
        if (quotient < Double.POSITIVE_INFINITY) {
            return Math.log(quotient);
        }
        if (sum < Double.POSITIVE_INFINITY) {
            // The quotient of a huge sum and a small share overflows; their logarithms do not.
            return Math.log(sum) - Math.log(share);
        }
        // Scores near the largest number: sum their n-th parts.
        sum = 0;
        for (double p : scores) {
            sum += repaired(p) / scores.length;
        }
        return Math.log(sum) + Math.log(scores.length) - Math.log(share);
    }
}
