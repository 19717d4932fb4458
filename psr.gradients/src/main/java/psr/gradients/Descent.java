package psr.gradients;

import psr.math.OuterSums;
import psr.math.Panels;

/**
 * The step rule of the inference gradients: sum G over a minibatch, then B ← B − rate · G / Σ|G|, one norm over the
 * whole tensor. b∞ and q_1 stay as they are. Used by one thread.
 *
 * <p>Unlike the paper, whose algorithms step after every symbol: that destroys the model, or raises its log loss, see
 * {@code unit=step}.
 */
final class Descent {

    /** Operators with entries beyond this predict nothing; a step there counts as one that is not finite. */
    static final double DESTROYED = 1e100;

    private final Psr psr;
    private final double rate;
    private final boolean normalised;
    private final OuterSums gradient;
    private long skipped;

    /** Steps of length {@code rate} in L1 norm, or of {@code rate} times the gradient. */
    Descent(Psr psr, double rate, boolean normalised) {
        this.psr = psr;
        this.rate = rate;
        this.normalised = normalised;
        gradient = new OuterSums(psr.n, psr.d, psr.d);
    }

    /** Where to put an a before {@link #add(int, double[])}. */
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

    /** G_o by columns; do not change it. */
    double[][] gradient(int o) {
        return gradient.columns(o);
    }

    /**
     * Takes the step and sets G to zero. A G that is not finite, or a step that would destroy the operators, is skipped
     * and counted; a G of zero moves nothing.
     */
    void step() {
        double norm = gradient.normL1();
        double factor = normalised ? rate / norm : rate;
        double length = normalised ? rate : rate * norm;
        // The factor too: a tiny norm may leave a length that is fine and a factor that is not.
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

    /** How many steps were skipped so far. */
    long skipped() {
        return skipped;
    }
}
