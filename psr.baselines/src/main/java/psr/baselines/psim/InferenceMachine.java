package psr.baselines.psim;

import java.util.function.BooleanSupplier;

import psr.api.data.Symbols;
import psr.baselines.StateSpace;
import psr.math.Columns;
import psr.math.Kernels;
import psr.math.linear.Matrices;

/**
 * The parameters of an inference machine, q' = A_o q + c_o, and its filter along sequences. The record does not copy its
 * arrays; only their creator may modify them.
 *
 * @param initial q_1, d
 * @param linear A_o for each symbol, by columns: linear[o][j] is column j, d long
 * @param constant c_o for each symbol, d
 * @param bound longer states are scaled to this length: the longest Uᵀψ of the training data
 */
record InferenceMachine(double[] initial, double[][][] linear, double[][] constant, double bound) {

    /** The number of steps, or sequences, between checks for cancellation. */
    private static final int CHECK_INTERVAL = 1024;

    /** Receives the steps of {@link #walk}. */
    interface StepListener {

        /**
         * Called after each step. All arrays are reused for the next one.
         *
         * @param symbol o_t
         * @param state q̂_t
         * @param prediction A_o q̂_t + c_o, before scaling
         * @param next q̂_{t+1}
         * @param target Uᵀψ_{t+1}, the expected value of q̂_{t+1}
         */
        void made(int symbol, double[] state, double[] prediction, double[] next, double[] target);
    }

    /** Zeros. */
    static InferenceMachine zeros(StateSpace space) {
        int n = space.features().alphabet().size();
        int d = space.dimension();
        return new InferenceMachine(space.initial(), new double[n][d][d], new double[n][d], space.bound());
    }

    /** Converts a row-major d×d matrix to columns. */
    static double[][] columns(double[] matrix, int d) {
        return Matrices.rows(Matrices.transpose(matrix, d, d), d, d);
    }

    /** A copy that shares no modifiable array. */
    InferenceMachine copy() {
        double[][][] a = new double[linear.length][initial.length][];
        double[][] c = constant.clone();
        for (int o = 0; o < a.length; o++) {
            for (int j = 0; j < a[o].length; j++) {
                a[o][j] = linear[o][j].clone();
            }
            c[o] = c[o].clone();
        }
        return new InferenceMachine(initial, a, c, bound);
    }

    /** y ← A_o q + c_o. y must not be q. */
    void predict(int symbol, double[] q, double[] y) {
        int d = initial.length;
        Columns.multiply(linear[symbol], d, d, q, y);
        Kernels.add(1, constant[symbol], d, y);
    }

    /** y ← A_o q + c_o, scaled to the bound. y must not be q. */
    void advance(int symbol, double[] q, double[] y) {
        predict(symbol, q, y);
        bounded(y);
    }

    /** Scales q to the bound if it is longer, and resets it to the start if it is not finite. Returns whether q was changed. */
    boolean bounded(double[] q) {
        double norm = Math.sqrt(Columns.dot(q.length, q, q));
        if (norm <= bound) {
            return false;
        }
        if (norm < Double.POSITIVE_INFINITY) {
            Kernels.scale(bound / norm, q.length, q);
        } else {
            System.arraycopy(initial, 0, q, 0, q.length);
        }
        return true;
    }

    /**
     * Filters every sequence from the start, as far as the windows are complete.
     *
     * @param stop checked from time to time: whether to skip the rest; once true it must stay true
     */
    void walk(Symbols sequences, StateSpace space, BooleanSupplier stop, StepListener step) {
        int[] sequence = new int[sequences.longest()];
        Buffers buffers = new Buffers(space);
        for (int i = 0; i < sequences.count(); i++) {
            int length = sequences.copy(i, sequence);
            double[] start = initial;
            // In chunks of some milliseconds, with a check for cancellation between them.
            for (int from = 0, to; from < length; from = to) {
                if (from > 0 && stop.getAsBoolean()) {
                    return;
                }
                to = from + Math.min(length - from, CHECK_INTERVAL);
                walk(sequence, length, from, to, start, space, buffers, step);
                start = buffers.state;
            }
            if (i % CHECK_INTERVAL == CHECK_INTERVAL - 1 && stop.getAsBoolean()) {
                return;
            }
        }
    }

    /**
     * Filters from position {@code from}, with this state, to before {@code to}, or to the last complete window.
     */
    void walk(int[] sequence, int length, int from, int to, double[] start, StateSpace space, Buffers buffers,
            StepListener step) {
        int d = initial.length;
        System.arraycopy(start, 0, buffers.state, 0, d);
        for (int t = from; t < to && space.features().window(sequence, length, t + 1, buffers.window); t++) {
            space.project(buffers.window, buffers.target);
            predict(sequence[t], buffers.state, buffers.prediction);
            System.arraycopy(buffers.prediction, 0, buffers.next, 0, d);
            bounded(buffers.next);
            step.made(sequence[t], buffers.state, buffers.prediction, buffers.next, buffers.target);
            System.arraycopy(buffers.next, 0, buffers.state, 0, d);
        }
    }

    /** The buffers of a walk. */
    static final class Buffers {

        private final int[] window;
        private final double[] state;
        private final double[] prediction;
        private final double[] next;
        private final double[] target;

        Buffers(StateSpace space) {
            window = new int[space.features().longest()];
            state = new double[space.dimension()];
            prediction = new double[space.dimension()];
            next = new double[space.dimension()];
            target = new double[space.dimension()];
        }
    }

    /** The mean of ½‖Uᵀψ_t − q̂_t‖² along sequences, from the second step on; NaN if there is no complete window. */
    double loss(Symbols sequences, StateSpace space, BooleanSupplier stop) {
        double[] sum = new double[2];
        walk(sequences, space, stop, (symbol, state, prediction, next, target) -> {
            for (int i = 0; i < next.length; i++) {
                double error = target[i] - next[i];
                sum[0] += error * error / 2;
            }
            sum[1]++;
        });
        return sum[0] / sum[1];
    }
}
