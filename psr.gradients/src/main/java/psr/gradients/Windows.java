package psr.gradients;

import psr.math.Columns;

/**
 * The inference gradients of Downey, Hefny, Gordon 2017: Lemma 1 for horizon 1, Lemma 2 summed over h = 1 … H beyond.
 * Used by one thread.
 *
 * <p>With L = Σ_{h=1}^H ½‖U⁺ψ_{t+h} − q_{t+h}‖² and only the operator of step t moving, going back from the last
 * state: g ← g − (U⁺ψ − q); a = (g − b∞ (qᵀg)) / s; and then g = B_oᵀ a one step before. At t, ∂L/∂B_{o_t} = a q_tᵀ.
 *
 * <p>The equations as printed lack the ½ (Lemma 1) and have the operators in the wrong order (Lemma 2: later symbols
 * stand to the left); this is the gradient that central differences confirm.
 */
final class Windows {

    private final Psr psr;
    private final int horizon;
    private final double[] a;
    private final double[] g;

    Windows(Psr psr, int horizon) {
        this.psr = psr;
        this.horizon = horizon;
        a = new double[psr.d];
        g = new double[psr.d];
    }

    /**
     * Adds the gradients of the windows that begin at the first steps of a piece. A state that the guard replaced does
     * not depend on what came before, so no gradient goes back over it.
     *
     * @param rollout the states of the piece, and beyond it as far as windows reach
     * @param x the sequence; step k of the piece observes x[from + k]
     * @param starts how many windows begin here, at steps 0 … starts−1
     * @param steps how many steps were rolled out, at least {@code starts}; all states up to the last have targets
     */
    void add(Rollout rollout, int[] x, int from, int starts, int steps, Targets targets, int sequence, Descent into) {
        int d = psr.d;
        double[] b = psr.normaliser;
        for (int t = 0; t < starts; t++) {
            int last = Math.min(t + horizon, steps);
            for (int k = last; k > t; k--) {
                double[] q = rollout.q[k];
                double[] y = targets.at(sequence, from + k);
                double inverse = rollout.inverse[k - 1];
                if (k == last) {
                    subtract(d, q, y, g);
                } else {
                    accumulate(d, q, y, g);
                }
                error(d, g, b, Columns.dot(d, q, g), inverse, a);
                if (k - 1 > t) {
                    Columns.multiply(psr.rows[x[from + k - 1]], d, d, a, g);
                }
            }
            if (rollout.inverse[t] != 0) {
                into.add(x[from + t], a, rollout.q[t]);
            }
        }
    }

    /** g ← q − y. */
    private static void subtract(int d, double[] q, double[] y, double[] g) {
        for (int i = 0; i < d; i++) {
            g[i] = q[i] - y[i];
        }
    }

    /** g ← g + q − y. */
    private static void accumulate(int d, double[] q, double[] y, double[] g) {
        for (int i = 0; i < d; i++) {
            g[i] += q[i] - y[i];
        }
    }

    /** a ← (g − c b) / s; zero where 1/s is. */
    private static void error(int d, double[] g, double[] b, double c, double inverse, double[] a) {
        double shift = c * inverse;
        for (int i = 0; i < d; i++) {
            a[i] = g[i] * inverse - b[i] * shift;
        }
    }
}
