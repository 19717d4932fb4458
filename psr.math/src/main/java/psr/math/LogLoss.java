package psr.math;

/** Repairs raw scores to a distribution and takes −log of the observed symbol's share. */
public enum LogLoss {

    /** |p| + 1e-10. */
    ABSOLUTE {
        @Override
        double repaired(double p) {
            return Math.abs(p) + 1e-10;
        }
    },
    /** max(p, 0) + 1e-4. */
    CLIPPED {
        @Override
        double repaired(double p) {
            return Math.max(p, 0) + 1e-4;
        }
    };

    /** A positive number in the place of a score. */
    abstract double repaired(double p);

    /** −log(r_o / Σ r), in nats, where r are the repaired scores; finite. */
    public double of(double[] scores, int symbol) {
        double sum = 0;
        for (double p : scores) {
            sum += repaired(p);
        }
        if (sum < Double.POSITIVE_INFINITY) {
            // Two logarithms: the quotient of a huge sum and a small share would overflow.
            return Math.log(sum) - Math.log(repaired(scores[symbol]));
        }
        // Scores near the largest number: sum their n-th parts.
        sum = 0;
        for (double p : scores) {
            sum += repaired(p) / scores.length;
        }
        return Math.log(sum) + Math.log(scores.length) - Math.log(repaired(scores[symbol]));
    }
}
