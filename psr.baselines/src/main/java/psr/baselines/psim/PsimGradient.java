package psr.baselines.psim;

import java.util.Arrays;

import psr.math.Columns;
import psr.math.Kernels;
import psr.math.OuterSum;

/**
 * The gradient of ½‖q̂_{t+1} − ψ_{t+1}‖² at each step, summed over a minibatch: dA_o += (q̂' − ψ')q̂ᵀ,
 * dc_o += q̂' − ψ' (Algorithm 1 of Downey, Hefny, Gordon 2017).
 *
 * <p>Unlike the paper, which steps after each symbol: by default one step per minibatch along the sum, divided by one L1
 * norm over all A and c. The algorithm as printed is {@code unit=step}.
 */
final class PsimGradient {

    /** A longer step leads to parameters that predict nothing; it is treated like one that is not finite. */
    private static final double DESTROYED = 1e100;

    private final int d;
    private final OuterSum[] linear;
    private final double[][] constant;
    private final double[] error;

    /** Zero, for machines of this many symbols and dimensions. */
    PsimGradient(int symbols, int d) {
        this.d = d;
        linear = new OuterSum[symbols];
        Arrays.setAll(linear, o -> new OuterSum(d, d));
        constant = new double[symbols][d];
        error = new double[d];
    }

    /** Adds the gradient of one step. */
    void add(int symbol, double[] state, double[] prediction, double[] target) {
        for (int i = 0; i < d; i++) {
            error[i] = prediction[i] - target[i];
        }
        linear[symbol].add(error, state);
        Kernels.add(1, error, d, constant[symbol]);
    }

    /** Σ|dA| + Σ|dc|. */
    double norm() {
        double sum = 0;
        for (int o = 0; o < linear.length; o++) {
            if (!linear[o].isEmpty()) {
                for (double[] column : linear[o].columns()) {
                    sum += Columns.normL1(d, column);
                }
                sum += Columns.normL1(d, constant[o]);
            }
        }
        return sum;
    }

    /**
     * Moves a machine by {@code rate} in L1 norm against the gradient; returns false, without a step, if that would
     * destroy it.
     */
    boolean descend(double rate, InferenceMachine machine) {
        double norm = norm();
        if (norm == 0) {
            return true;
        }
        double step = -rate / norm;
        if (!(norm < Double.POSITIVE_INFINITY && rate < DESTROYED) || !Double.isFinite(step)) {
            return false;
        }
        for (int o = 0; o < linear.length; o++) {
            if (!linear[o].isEmpty()) {
                double[][] columns = linear[o].columns();
                for (int j = 0; j < d; j++) {
                    Kernels.add(step, columns[j], d, machine.linear()[o][j]);
                }
                Kernels.add(step, constant[o], d, machine.constant()[o]);
            }
        }
        return true;
    }

    void clear() {
        for (int o = 0; o < linear.length; o++) {
            if (!linear[o].isEmpty()) {
                linear[o].clear();
                Arrays.fill(constant[o], 0);
            }
        }
    }
}
