package psr.api.model;

/**
 * How raw scores, which may be negative and need not sum to one, become probabilities: each is made positive, then all are
 * divided by their sum.
 */
public enum Repair {

    /** |p| + 1e-10, as {@code pnll} and {@code perplexity} measure. */
    ABSOLUTE {
        @Override
        public double positive(double p) {
            return Math.abs(p) + 1e-10;
        }
    },
    /** max(p, 0) + 1e-4, as the clipped measures of {@code pnll}. */
    CLIP {
        @Override
        public double positive(double p) {
            return Math.max(p, 0) + 1e-4;
        }
    },
    /** As they are: nothing is repaired. */
    RAW {
        @Override
        public double positive(double p) {
            return p;
        }
    };

    /** A positive number in the place of a score, not yet divided by their sum; {@link #RAW}: the score. */
    public abstract double positive(double p);

    /** Turns scores into probabilities, in place. The scores must be finite. */
    public void apply(double[] scores) {
        if (this == RAW) {
            return;
        }
        // Divided by the largest first where they are huge: the sum of scores near the largest number would overflow.
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
