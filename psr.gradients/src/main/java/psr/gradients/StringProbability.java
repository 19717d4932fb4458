package psr.gradients;

import java.util.random.RandomGenerator;

import psr.math.Columns;
import psr.math.Kernels;
import psr.math.Panels;

/**
 * The size of a string's probability under a linear PSR, |P(x)| = |b∞ᵀ B_{x_L} ⋯ B_{x_1} q|, its gradient and Gibbs
 * sampling from it. Not thread-safe.
 *
 * <p>α_t = B_{x_{t−1}} ⋯ B_{x_1} q and β_t = (b∞ᵀ B_{x_L} ⋯ B_{x_t})ᵀ are rescaled to L1 norm one in each step: only
 * their directions matter, and products of many operators would underflow.
 */
final class StringProbability {

    /** For α and β of norm one: a denominator below this means a probability of zero, up to rounding. */
    private static final double VANISHING = 1e-12;

    private final Psr psr;
    /** alpha[t] is that before symbol t, beta[t] that from symbol t on; t starts at 0. */
    private final double[][] alpha;
    private final double[][] beta;
    /** B_{x_t} α_t, from which α_{t+1} was made. */
    private final double[][] next;
    /** β_{t+1}ᵀ B_{x_t} α_t. */
    private final double[] denominator;
    private final double[] scaled;
    private final double[] weights;
    /** All operators, stacked: B_o α for every o is one product with long columns. */
    private final double[][] stack;
    /** B_o α for every o, stacked. */
    private final double[] moved;

    /** Allocates buffers for strings of this length. */
    StringProbability(Psr psr, int longest) {
        this.psr = psr;
        alpha = new double[longest + 1][psr.d];
        beta = new double[longest + 1][psr.d];
        next = new double[longest][psr.d];
        denominator = new double[longest];
        scaled = new double[psr.d];
        weights = new double[psr.n];
        stack = psr.stack();
        moved = new double[psr.n * psr.d];
    }

    /**
     * Computes α and β of a string.
     *
     * @param x the string, its first {@code length} symbols
     * @param start q, the state before it
     * @return whether its probability is a number other than zero
     */
    boolean evaluate(int[] x, int length, double[] start) {
        begin(start);
        for (int t = 0; t < length; t++) {
            Panels.multiply(psr.operators[x[t]], psr.d, alpha[t], next[t]);
            go(t);
        }
        return evaluateBackward(x, length);
    }

    /**
     * Computes β of a string whose α are known, as after {@link #sweep}; returns whether its probability is a number
     * other than zero.
     */
    boolean evaluateBackward(int[] x, int length) {
        System.arraycopy(psr.normaliser, 0, beta[length], 0, psr.d);
        rescale(beta[length], beta[length]);
        boolean fine = true;
        for (int t = length - 1; t >= 0; t--) {
            denominator[t] = Columns.dot(psr.d, beta[t + 1], next[t]);
            double size = Math.abs(denominator[t]);
            fine &= size > VANISHING && size < Double.POSITIVE_INFINITY;
            Panels.multiply(psr.transposed[x[t]], psr.d, beta[t + 1], beta[t]);
            rescale(beta[t], beta[t]);
        }
        return fine;
    }

    private void begin(double[] start) {
        rescale(start, alpha[0]);
    }

    /** Computes α_{t+1} from the product of symbol t and α_t. */
    private void go(int t) {
        rescale(next[t], alpha[t + 1]);
    }

    /** y ← x/Σ|x|; x itself where that is zero. y may be x. */
    private void rescale(double[] x, double[] y) {
        double norm = Columns.normL1(psr.d, x);
        double divisor = norm > 0 ? norm : 1;
        for (int i = 0; i < psr.d; i++) {
            y[i] = x[i] / divisor;
        }
    }

    /** Adds {@code factor} times ∇log|P| of the string last evaluated: Σ_t β_{t+1} α_tᵀ / (β_{t+1}ᵀ B_{x_t} α_t). */
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
     * One Gibbs sweep from left to right: each symbol is drawn given all others, with the weights w_o = |β_{t+1}ᵀ B_o
     * α_t|. If all weights vanish, the symbol does not change. Afterwards the α are those of the new string.
     *
     * @param y the string; modified
     * @param start q, the state before it
     * @param evaluated has evaluated the string as it is; may be this object
     */
    void sweep(int[] y, int length, double[] start, StringProbability evaluated, RandomGenerator random) {
        begin(start);
        for (int t = 0; t < length; t++) {
            Columns.multiply(stack, moved.length, psr.d, alpha[t], moved);
            Kernels.multiply(moved, psr.n, psr.d, evaluated.beta[t + 1], weights);
            double total = 0;
            for (int o = 0; o < psr.n; o++) {
                weights[o] = Math.abs(weights[o]);
                total += weights[o];
            }
            double u = random.nextDouble() * total;
            if (total > 0 && total < Double.POSITIVE_INFINITY) {
                y[t] = drawn(u);
            }
            System.arraycopy(moved, y[t] * psr.d, next[t], 0, psr.d);
            go(t);
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
