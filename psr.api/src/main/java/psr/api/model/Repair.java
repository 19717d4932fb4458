package psr.api.model;

/**
 * Ways to convert raw scores, which may be negative and need not sum to one, to probabilities: each is made positive,
 * then all are divided by their sum.
 */
public enum Repair {

    /** |p| + 1e-10, as in {@code pnll} and {@code perplexity}. */
    ABSOLUTE {
        @Override
        public double positive(double p) {
            return Math.abs(p) + 1e-10;
        }
    },
    /** max(p, 0) + 1e-4, as in the clipped measures of {@code pnll}. */
    CLIP {
        @Override
        public double positive(double p) {
            return Math.max(p, 0) + 1e-4;
        }
    },
    /** No repair. */
    RAW {
        @Override
        public double positive(double p) {
            return p;
        }
    };

    /** The positive number that replaces a score, before division by the sum; for {@link #RAW} the score itself. */
    public abstract double positive(double p);

    /** Converts scores to probabilities, in place. The scores must be finite. */
    public void apply(double[] scores) {
        if (this == RAW) {
            return;
        }
        // Huge scores are divided by the largest first, because the sum of scores near the largest double would overflow.
        double largest = 1;
        for (double score : scores) {
            largest = Math.max(largest, Math.abs(score));
        }
        double sum = 0;
        boolean huge = largest > Double.MAX_VALUE / (2.0 * scores.length);
        for (int o = 0; o < scores.length; o++) {
            scores[o] = positive(huge ? scores[o] / largest : scores[o]);
            sum += scores[o];
        }
        for (int o = 0; o < scores.length; o++) {
            scores[o] /= sum;
        }
    }
}
