package psr.gradients;

import java.util.Arrays;

import psr.math.Columns;
import psr.math.Kernels;
import psr.math.OuterSum;

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
    private final OuterSum[] gradient;
    /** The symbols whose part of G is not zero; the first {@link #count}. */
    private final int[] touched;
    private int count;
    /** Σ |G| of each row, over all operators. */
    private final double[] sizes;
    private long skipped;

    /** Steps of length {@code rate} in L1 norm, or of {@code rate} times the gradient. */
    Descent(Psr psr, double rate, boolean normalised) {
        this.psr = psr;
        this.rate = rate;
        this.normalised = normalised;
        gradient = new OuterSum[psr.n];
        for (int o = 0; o < psr.n; o++) {
            gradient[o] = new OuterSum(psr.d, psr.d);
        }
        touched = new int[psr.n];
        sizes = new double[psr.d];
    }

    /** Where to put an a before {@link #add(int, double[])}. */
    double[] left(int o) {
        return gradient[o].left();
    }

    /** G_o ← G_o + a qᵀ. Both are copied. */
    void add(int o, double[] a, double[] q) {
        System.arraycopy(a, 0, left(o), 0, psr.d);
        add(o, q);
    }

    /** G_o ← G_o + a qᵀ, where a is in {@link #left}. q is copied. */
    void add(int o, double[] q) {
        if (gradient[o].isEmpty()) {
            touched[count++] = o;
        }
        gradient[o].add(q);
    }

    /** G_o by columns; do not change it. */
    double[][] gradient(int o) {
        return gradient[o].columns();
    }

    /**
     * Takes the step and sets G to zero. A G that is not finite, or a step that would destroy the operators, is skipped
     * and counted; a G of zero moves nothing.
     */
    void step() {
        Arrays.fill(sizes, 0);
        for (int k = 0; k < count; k++) {
            Columns.addAbs(gradient[touched[k]].columns(), psr.d, psr.d, sizes);
        }
        double norm = Columns.normL1(psr.d, sizes);
        double factor = normalised ? rate / norm : rate;
        double length = normalised ? rate : rate * norm;
        // The factor too: a tiny norm may leave a length that is fine and a factor that is not.
        if (norm > 0 && norm < Double.POSITIVE_INFINITY && length < DESTROYED && factor < Double.POSITIVE_INFINITY) {
            for (int k = 0; k < count; k++) {
                subtract(factor, touched[k]);
            }
        } else if (norm != 0) {
            skipped++;
        }
        clear();
    }

    private void subtract(double factor, int o) {
        double[][] g = gradient[o].columns();
        for (int j = 0; j < psr.d; j++) {
            Kernels.add(-factor, g[j], psr.d, psr.columns[o][j]);
        }
        psr.mirror(o);
    }

    /** G ← 0. */
    void clear() {
        for (int k = 0; k < count; k++) {
            gradient[touched[k]].clear();
        }
        count = 0;
    }

    /** How many steps were skipped so far. */
    long skipped() {
        return skipped;
    }
}
