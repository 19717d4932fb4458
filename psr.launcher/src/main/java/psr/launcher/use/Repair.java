package psr.launcher.use;

/** How raw scores, which may be negative and need not sum to one, become probabilities. */
enum Repair {

    /** (|p| + 1e-10) / Σ(|p| + 1e-10), as {@code pnll} and {@code perplexity} measure. */
    ABSOLUTE {
        @Override
        double positive(double p) {
            return Math.abs(p) + FLOOR;
        }
    },
    /** The same with negative scores taken as zero. */
    CLIP {
        @Override
        double positive(double p) {
            return Math.max(p, 0) + FLOOR;
        }
    },
    /** As they are. */
    RAW {
        @Override
        double positive(double p) {
            return p;
        }
    };

    private static final double FLOOR = 1e-10;

    abstract double positive(double p);

    /** Turns scores into probabilities, in place. */
    void apply(double[] scores) {
        if (this == RAW) {
            return;
        }
        // Halved by the largest first: the sum of scores near the largest number would overflow.
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
