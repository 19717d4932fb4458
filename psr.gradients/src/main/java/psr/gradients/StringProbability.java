package psr.gradients;

import java.util.random.RandomGenerator;

import psr.math.Columns;

/**
 * The size of a string's probability under a linear PSR, |P(x)| = |b∞ᵀ B_{x_L} ⋯ B_{x_1} q|, its gradient and Gibbs
 * sampling from it. Used by one thread.
 *
 * <p>α_t = B_{x_{t−1}} ⋯ B_{x_1} q and β_t = (b∞ᵀ B_{x_L} ⋯ B_{x_t})ᵀ are rescaled to L1 norm one in each step: only
 * their directions matter, and products of many operators would underflow.
 */
final class StringProbability {

    /** For α and β of norm one: a denominator below this is a probability of zero, up to rounding. */
    private static final double VANISHING = 1e-12;

    private final Psr psr;
    /** alpha[t] before symbol t, beta[t] from symbol t on; t from 0. */
    private final double[][] alpha;
    private final double[][] beta;
    /** β_{t+1}ᵀ B_{x_t} α_t. */
    private final double[] denominator;
    private final double[] scaled;
    private final double[] weights;
    /** All operators, one below the other: B_o α for every o is one product with long columns. */
    private final double[][] stack;
    /** B_o α for every o, one below the other. */
    private final double[] moved;

    /** A place for strings of this length. */
    StringProbability(Psr psr, int longest) {
        this.psr = psr;
        alpha = new double[longest + 1][psr.d];
        beta = new double[longest + 1][psr.d];
        denominator = new double[longest];
        scaled = new double[psr.d];
        weights = new double[psr.n];
        stack = psr.stack();
        moved = new double[psr.n * psr.d];
    }

    /**
     * Looks at a string.
     *
     * @param x the string, its first {@code length} symbols
     * @param start q, the state before it
     * @return whether its probability is neither zero nor unknown
     */
    boolean look(int[] x, int length, double[] start) {
        System.arraycopy(start, 0, alpha[0], 0, psr.d);
        rescale(alpha[0]);
        backward(x, length);
        boolean fine = true;
        for (int t = 0; t < length; t++) {
            Columns.multiply(psr.columns[x[t]], psr.d, psr.d, alpha[t], alpha[t + 1]);
            denominator[t] = Columns.dot(psr.d, beta[t + 1], alpha[t + 1]);
            double size = Math.abs(denominator[t]);
            fine &= size > VANISHING && size < Double.POSITIVE_INFINITY;
            rescale(alpha[t + 1]);
        }
        return fine;
    }

    private void backward(int[] x, int length) {
        System.arraycopy(psr.normaliser, 0, beta[length], 0, psr.d);
        rescale(beta[length]);
        for (int t = length - 1; t >= 0; t--) {
            Columns.multiply(psr.rows[x[t]], psr.d, psr.d, beta[t + 1], beta[t]);
            rescale(beta[t]);
        }
    }

    /** x ← x/Σ|x|; left as it is where that is zero. */
    private void rescale(double[] x) {
        double norm = Columns.normL1(psr.d, x);
        if (norm > 0) {
            for (int i = 0; i < psr.d; i++) {
                x[i] /= norm;
            }
        }
    }

    /** Adds {@code factor} times ∇log|P| of the string last looked at: Σ_t β_{t+1} α_tᵀ / (β_{t+1}ᵀ B_{x_t} α_t). */
    void addGradient(int[] x, int length, double factor, Descent into) {
        for (int t = 0; t < length; t++) {
            double f = factor / denominator[t];
            for (int i = 0; i < psr.d; i++) {
                scaled[i] = f * beta[t + 1][i];
            }
            into.add(x[t], scaled, alpha[t]);
        }
    }

    /**
     * One Gibbs sweep from left to right: each symbol is drawn anew given all others, with the weights
     * w_o = |β_{t+1}ᵀ B_o α_t|. Where all weights vanish the symbol stays.
     *
     * @param y the string; changed
     * @param start q, the state before it
     */
    void sweep(int[] y, int length, double[] start, RandomGenerator random) {
        backward(y, length);
        System.arraycopy(start, 0, alpha[0], 0, psr.d);
        rescale(alpha[0]);
        for (int t = 0; t < length; t++) {
            double total = 0;
            Columns.multiply(stack, moved.length, psr.d, alpha[t], moved);
            for (int o = 0; o < psr.n; o++) {
                weights[o] = Math.abs(Columns.dot(psr.d, moved, o * psr.d, beta[t + 1]));
                total += weights[o];
            }
            double u = random.nextDouble() * total;
            if (total > 0 && total < Double.POSITIVE_INFINITY) {
                y[t] = drawn(u);
            }
            System.arraycopy(moved, y[t] * psr.d, alpha[t + 1], 0, psr.d);
            rescale(alpha[t + 1]);
        }
    }

    /** The first symbol whose summed weights exceed u; the last of any weight where rounding leaves none. */
    private int drawn(double u) {
        double sum = 0;
        int last = 0;
        for (int o = 0; o < psr.n; o++) {
            sum += weights[o];
            if (weights[o] > 0) {
                last = o;
                if (u < sum) {
                    return o;
                }
            }
        }
        return last;
    }
}
