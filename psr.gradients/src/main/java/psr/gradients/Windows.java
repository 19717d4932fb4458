package psr.gradients;

import psr.math.Columns;
import psr.math.Panels;

/**
 * The inference gradients of Downey, Hefny, Gordon 2017: Lemma 1 for horizon 1, Lemma 2 summed over h = 1 … H beyond. Not
 * thread-safe.
 *
 * <p>With L = Σ_{h=1}^H ½‖U⁺ψ_{t+h} − q_{t+h}‖², only the operator of step t varying, and going back from the last
 * state: g ← g − (U⁺ψ − q); a = (g − b∞ (qᵀg)) / s; and then g = B_oᵀ a one step before. At t, ∂L/∂B_{o_t} = a q_tᵀ.
 *
 * <p>The equations as printed lack the ½ (Lemma 1) and have the operators in the wrong order (Lemma 2: later symbols
 * belong on the left); this is the gradient that central differences confirm.
 */
final class Windows {

    private final Psr psr;
    private final Rollout rollout;
    private final FirstWindows beginnings;
    private final int horizon;
    /** a of the steps after the first. */
    private final double[] back;
    private final double[] g;

    /** Of the states of a rollout. */
    Windows(Psr psr, Rollout rollout, int horizon) {
        this.psr = psr;
        this.rollout = rollout;
        beginnings = new FirstWindows(psr, rollout);
        this.horizon = horizon;
        back = new double[psr.d];
        g = new double[psr.d];
    }

    /**
     * Adds the gradients of the windows that begin at the first steps of the piece just rolled out, which extends as far
     * as they do. With horizon 1, {@link #end} adds that of a sequence's first window. A state that the guard replaced
     * does not depend on earlier ones, so no gradient passes through it.
     *
     * @param x the sequence; step k of the piece observes x[from + k]
     * @param starts the number of windows, which begin at steps 0 … starts−1
     * @param steps the number of steps rolled out, at least {@code starts}; all states up to the last have targets
     */
    void add(int[] x, int from, int starts, int steps, Targets targets, int sequence, Descent into) {
        int d = psr.d;
        double[] b = psr.normaliser;
        int first = 0;
        if (horizon == 1 && rollout.startsSequence() && starts > 0) {
            beginnings.add(x[from], targets.at(sequence, from + 1));
            first = 1;
        }
        for (int t = first; t < starts; t++) {
            int last = Math.min(t + horizon, steps);
            int o = x[from + t];
            for (int k = last; k > t; k--) {
                double[] q = rollout.q[k];
                double[] y = targets.at(sequence, from + k);
                double inverse = rollout.inverse[k - 1];
                double[] a = k - 1 > t ? back : into.left();
                if (k == last) {
                    error(d, q, y, b, along(d, q, y), inverse, a);
                } else {
                    error(d, g, q, y, b, along(d, g, q, y), inverse, a);
                }
                if (k - 1 > t) {
                    Panels.multiply(psr.transposed[x[from + k - 1]], d, a, g);
                }
            }
            if (rollout.inverse[t] != 0) {
                into.add(o, rollout.q[t]);
            }
        }
    }

    /** Ends a minibatch: adds the gradients of the first windows. Must be called before the operators change. */
    void end(Descent into) {
        beginnings.end(into);
    }

    /** qᵀ(q − y) in four independent partial sums. */
    private static double along(int d, double[] q, double[] y) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i + 4 <= d; i += 4) {
            s0 += q[i] * (q[i] - y[i]);
            s1 += q[i + 1] * (q[i + 1] - y[i + 1]);
            s2 += q[i + 2] * (q[i + 2] - y[i + 2]);
            s3 += q[i + 3] * (q[i + 3] - y[i + 3]);
        }
        for (; i < d; i++) {
            s0 += q[i] * (q[i] - y[i]);
        }
        return (s0 + s1) + (s2 + s3);
    }

    /** qᵀ(g + q − y) in four partial sums. */
    private static double along(int d, double[] g, double[] q, double[] y) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i + 4 <= d; i += 4) {
            s0 += q[i] * (g[i] + (q[i] - y[i]));
            s1 += q[i + 1] * (g[i + 1] + (q[i + 1] - y[i + 1]));
            s2 += q[i + 2] * (g[i + 2] + (q[i + 2] - y[i + 2]));
            s3 += q[i + 3] * (g[i + 3] + (q[i + 3] - y[i + 3]));
        }
        for (; i < d; i++) {
            s0 += q[i] * (g[i] + (q[i] - y[i]));
        }
        return (s0 + s1) + (s2 + s3);
    }

    /** a ← (g − b (qᵀg)) / s with g = m q − y; zero if 1/s is. a is not q. */
    static void error(int d, int m, double[] q, double[] y, double[] b, double inverse, double[] a) {
        for (int i = 0; i < d; i++) {
            a[i] = m * q[i] - y[i];
        }
        double shift = Columns.dot(d, q, a) * inverse;
        for (int i = 0; i < d; i++) {
            a[i] = a[i] * inverse - b[i] * shift;
        }
    }

    /** a ← (q − y − c b) / s; zero if 1/s is. */
    private static void error(int d, double[] q, double[] y, double[] b, double c, double inverse, double[] a) {
        double shift = c * inverse;
        for (int i = 0; i < d; i++) {
            a[i] = (q[i] - y[i]) * inverse - b[i] * shift;
        }
    }

    /** a ← (g + q − y − c b) / s; zero if 1/s is. */
    private static void error(int d, double[] g, double[] q, double[] y, double[] b, double c, double inverse, double[] a) {
        double shift = c * inverse;
        for (int i = 0; i < d; i++) {
            a[i] = (g[i] + (q[i] - y[i])) * inverse - b[i] * shift;
        }
    }
}
