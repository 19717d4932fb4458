package psr.gradients;

import java.util.Arrays;
import java.util.stream.Stream;

import psr.math.Columns;
import psr.math.Kernels;
import psr.math.OuterSum;
import psr.math.Panels;
import psr.math.batches.Pieces;

/**
 * The loss of pieces of sequences and its gradient with respect to B, b∞ and q_1, by back-propagation through time.
 * Not thread-safe.
 *
 * <p>Log loss of a step, MATH section 6: r_o = √(p_o² + ε²), −log(r_{o_t} / Σr), so that negative scores have a loss
 * and a gradient too: ∂/∂p_o = (p_o/r_o)(1/Σr − 1[o=o_t]/r_o). The readout R (row o is b∞ᵀ B_o) is computed once per
 * minibatch, and so is what its gradient does to B and b∞.
 */
final class Backpropagation {

    /** ε, which smooths |p| near zero. */
    private static final double ROUNDING = 1e-6;

    private final Psr psr;
    private final Loss loss;
    private final Pieces pieces;
    private final Targets targets;
    private final Rollout rollout;
    /** R by columns and by rows. */
    private final double[][] readoutColumns;
    private final double[][] readoutRows;
    /** dp of each step of a piece. */
    private final double[][] scoreGradient;
    private final OuterSum[] operatorGradient;
    /** The same, in panels; computed on demand, null before. */
    private double[][][] operatorPanels;
    private final OuterSum readoutGradient;
    private final double[] normaliserGradient;
    private final double[] initialGradient;
    private final double[] a;
    private final double[] g;
    private final double[] p;
    private final double[] r;
    private double sum;
    private long steps;

    /** For the log loss, targets may be null. */
    Backpropagation(Psr psr, Loss loss, Pieces pieces, Targets targets) {
        this.psr = psr;
        this.loss = loss;
        this.pieces = pieces;
        this.targets = targets;
        int longest = pieces.longest();
        rollout = new Rollout(psr, longest);
        readoutColumns = new double[psr.d][psr.n];
        readoutRows = new double[psr.n][psr.d];
        scoreGradient = new double[longest][psr.n];
        operatorGradient = new OuterSum[psr.n];
        Arrays.setAll(operatorGradient, o -> new OuterSum(psr.d, psr.d));
        readoutGradient = new OuterSum(psr.n, psr.d);
        normaliserGradient = new double[psr.d];
        initialGradient = new double[psr.d];
        a = new double[psr.d];
        g = new double[psr.d];
        p = new double[psr.n];
        r = new double[psr.n];
    }

    /** Begins a minibatch with the current model. */
    void begin() {
        sum = 0;
        steps = 0;
        for (OuterSum part : operatorGradient) {
            part.clear();
        }
        readoutGradient.clear();
        Arrays.fill(normaliserGradient, 0);
        Arrays.fill(initialGradient, 0);
        for (int o = 0; o < psr.n; o++) {
            for (int j = 0; j < psr.d; j++) {
                readoutRows[o][j] = Panels.dot(psr.operators[o], psr.d, j, psr.normaliser);
                readoutColumns[j][o] = readoutRows[o][j];
            }
        }
    }

    /** Adds the loss of a piece and stores the state at its end for the next piece. */
    void forward(int piece) {
        int[] x = pieces.symbols(piece);
        int from = pieces.from[piece];
        int length = pieces.to[piece] - from;
        rollout.run(x, from, length, pieces.start(piece, psr.initial));
        pieces.setNextStart(piece, rollout.q[length]);
        if (loss == Loss.LOG) {
            for (int k = 0; k < length; k++) {
                sum += logLoss(rollout.q[k], x[from + k], scoreGradient[k]);
            }
            steps += length;
        } else {
            int complete = complete(piece);
            for (int k = 1; k <= complete; k++) {
                double[] y = targets.at(pieces.number[piece], from + k);
                double[] q = rollout.q[k];
                for (int i = 0; i < psr.d; i++) {
                    sum += (y[i] - q[i]) * (y[i] - q[i]) / 2;
                }
            }
            steps += complete;
        }
    }

    /** The number of states after the first of a piece that have a target. */
    private int complete(int piece) {
        return Math.max(0, Math.min(pieces.to[piece], targets.last(pieces.number[piece])) - pieces.from[piece]);
    }

    private double logLoss(double[] q, int seen, double[] dp) {
        Columns.multiply(readoutColumns, psr.n, psr.d, q, p);
        double total = 0;
        for (int o = 0; o < psr.n; o++) {
            r[o] = Math.sqrt(p[o] * p[o] + ROUNDING * ROUNDING);
            total += r[o];
        }
        double inverse = 1 / total;
        for (int o = 0; o < psr.n; o++) {
            dp[o] = p[o] / r[o] * inverse;
        }
        dp[seen] -= p[seen] / (r[seen] * r[seen]);
        return Math.log(total) - Math.log(r[seen]);
    }

    /** Adds the gradient of the piece last given to {@link #forward}. */
    void backward(int piece) {
        int d = psr.d;
        double[] b = psr.normaliser;
        int[] x = pieces.symbols(piece);
        int from = pieces.from[piece];
        int length = loss == Loss.LOG ? pieces.to[piece] - from : complete(piece);
        Arrays.fill(g, 0);
        for (int k = length - 1; k >= 0; k--) {
            double[] q = rollout.q[k];
            double[] next = rollout.q[k + 1];
            if (loss == Loss.L2) {
                double[] y = targets.at(pieces.number[piece], from + k + 1);
                for (int i = 0; i < d; i++) {
                    g[i] += next[i] - y[i];
                }
            }
            double inverse = rollout.inverse[k];
            if (inverse == 0 || loss == Loss.LOG && k == length - 1) {
                // The guard replaced the state, or nothing depends on it: there is no gradient from later steps.
                Arrays.fill(g, 0);
            } else {
                double c = Columns.dot(d, next, g);
                for (int i = 0; i < d; i++) {
                    a[i] = (g[i] - b[i] * c) * inverse;
                }
                operatorGradient[x[from + k]].add(a, q);
                Kernels.add(-c, next, d, normaliserGradient);
                Panels.multiply(psr.transposed[x[from + k]], d, a, g);
            }
            if (loss == Loss.LOG) {
                readoutGradient.add(scoreGradient[k], q);
                Columns.multiply(readoutRows, d, psr.n, scoreGradient[k], a);
                Kernels.add(1, a, d, g);
            }
        }
        if (pieces.first(piece)) {
            Kernels.add(1, g, d, initialGradient);
        }
    }

    /**
     * Ends a minibatch: adds the gradient that comes through the readout to those of B and b∞. R_o = b∞ᵀB_o: dB_o += b∞
     * dR_oᵀ, db∞ += B_o dR_o.
     */
    void end() {
        if (readoutGradient.isEmpty()) {
            return;
        }
        double[][] columns = readoutGradient.columns();
        for (int o = 0; o < psr.n; o++) {
            for (int j = 0; j < psr.d; j++) {
                a[j] = columns[j][o];
            }
            operatorGradient[o].add(psr.normaliser, a);
            Panels.multiply(psr.operators[o], psr.d, a, g);
            Kernels.add(1, g, psr.d, normaliserGradient);
        }
    }

    /** The sum of the losses since {@link #begin}. */
    double sum() {
        return sum;
    }

    /** The number of losses since {@link #begin}. */
    long steps() {
        return steps;
    }

    /** The number of states that the guard has replaced so far. */
    long replaced() {
        return rollout.replaced();
    }

    /** Sets the start of every piece to the state that filtering with the current model leads to. */
    void filter(Runnable checkpoint) {
        pieces.filter(psr.initial, psr::advance, checkpoint);
    }

    /** The arrays of the model: the panels of all B_o, then b∞, then q_1. */
    static double[][] numbers(Psr psr) {
        return arrays(psr.operators, psr.normaliser, psr.initial);
    }

    /** The sum of the squares of the gradient's entries; after {@link #end}. */
    double square() {
        double square = 0;
        for (OuterSum operator : operatorGradient) {
            for (double[] column : operator.columns()) {
                square += Columns.dot(psr.d, column, column);
            }
        }
        square += Columns.dot(psr.d, normaliserGradient, normaliserGradient);
        return square + Columns.dot(psr.d, initialGradient, initialGradient);
    }

    /** The gradient of the sum, in the same order; call after {@link #end}; do not modify. */
    double[][] gradient() {
        if (operatorPanels == null) {
            operatorPanels = new double[psr.n][][];
            Arrays.setAll(operatorPanels, o -> Panels.zero(psr.d));
        }
        for (int o = 0; o < psr.n; o++) {
            Panels.copy(operatorGradient[o].columns(), psr.d, operatorPanels[o]);
        }
        return arrays(operatorPanels, normaliserGradient, initialGradient);
    }

    private static double[][] arrays(double[][][] operators, double[] normaliser, double[] initial) {
        return Stream.concat(Arrays.stream(operators).flatMap(Arrays::stream), Stream.of(normaliser, initial))
                .toArray(double[][]::new);
    }
}
