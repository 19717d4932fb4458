package psr.gradients;

import psr.math.OuterSums;
import psr.math.Panels;

/**
 * The step rule of the inference gradients: sum G over a minibatch, then B ← B − rate · G / Σ|G|, one norm over the whole
 * tensor. b∞ and q_1 do not change. Not thread-safe.
 *
 * <p>Unlike the paper, whose algorithms step after every symbol, which destroys the model or raises its log loss; see
 * {@code unit=step}.
 */
final class Descent {

    /** Operators with entries beyond this predict nothing; a step there is treated like one that is not finite. */
    static final double DESTROYED = 1e100;

    private final Psr psr;
    private final double rate;
    private final boolean normalized;
    private final OuterSums gradient;
    private long skipped;

    /** Steps of length {@code rate} in L1 norm, or of {@code rate} times the gradient. */
    Descent(Psr psr, double rate, boolean normalized) {
        this.psr = psr;
        this.rate = rate;
        this.normalized = normalized;
        gradient = new OuterSums(psr.n, psr.d, psr.d);
    }

    /** The buffer for the a of {@link #add(int, double[])}. */
    double[] left() {
        return gradient.left();
    }

    /** G_o ← G_o + a qᵀ. Both are copied. */
    void add(int o, double[] a, double[] q) {
        gradient.add(o, a, q);
    }

    /** G_o ← G_o + a qᵀ, where a is in {@link #left}. q is copied. */
    void add(int o, double[] q) {
        gradient.add(o, q);
    }

    /** G_o by columns; do not modify. */
    double[][] gradient(int o) {
        return gradient.columns(o);
    }

    /**
     * Takes the step and sets G to zero. If G is not finite, or the step would destroy the operators, the step is skipped
     * and counted; if G is zero, nothing changes.
     */
    void step() {
        double norm = gradient.normL1();
        double factor = normalized ? rate / norm : rate;
        double length = normalized ? rate : rate * norm;
        // Check the factor too: with a tiny norm the length may be finite although the factor is not.
        if (norm > 0 && norm < Double.POSITIVE_INFINITY && length < DESTROYED && factor < Double.POSITIVE_INFINITY) {
            for (int k = 0; k < gradient.touched(); k++) {
                int o = gradient.touched(k);
                Panels.add(-factor, gradient.columns(o), psr.d, psr.operators[o]);
                psr.moved(o);
            }
        } else if (norm != 0) {
            skipped++;
        }
        gradient.clear();
    }

    /** The number of steps skipped so far. */
    long skipped() {
        return skipped;
    }
}
