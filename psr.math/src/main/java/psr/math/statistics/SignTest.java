package psr.math.statistics;

/** The sign test: whether positive and negative values are equally frequent, regardless of their size. Exact. */
public final class SignTest {

    private SignTest() {}

    /**
     * The two-sided p-value: the probability of signs at least as unequal as these if both are equally likely. Zeros are
     * left out, as usual; 1 without any value.
     */
    public static double p(double[] values) {
        int positive = 0;
        int negative = 0;
        for (double value : values) {
            positive += value > 0 ? 1 : 0;
            negative += value < 0 ? 1 : 0;
        }
        return p(positive, negative);
    }

    /** The same for counts of positive and negative values. */
    static double p(int positive, int negative) {
        int n = positive + negative;
        int fewer = Math.min(positive, negative);
        // Logarithms, because 2^-n is 0 beyond 1,074 trials.
        double logarithm = -n * Math.log(2);
        double tail = 0;
        for (int k = 0; k <= fewer; k++) {
            tail += Math.exp(logarithm);
            logarithm += Math.log(n - k) - Math.log(k + 1);
        }
        return Math.min(1, 2 * tail);
    }
}
