package psr.pipeline;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import psr.math.Columns;
import psr.math.OuterSum;

/**
 * Improves operators by gradient descent on the log loss of their mixture with an n-gram, by back-propagation through
 * whole sequences. Not thread-safe.
 *
 * <p>The loss of a step is −log((1−μ) Pr + μ l), where Pr = |p_o|/Σ|p| and l is the n-gram's leave-one-out probability of
 * the symbol: the operators need not learn what the n-gram already predicts. The state is q = u/‖u‖. Gradients stop at a
 * step where the past was forgotten.
 */
final class Refinement {

    /** Symbols longer than this are cut. */
    private static final int WHOLE = 400;

    /**
     * The settings of a refinement.
     *
     * @param rate the step length of Adam, in units of each operator's rms
     * @param decay the strength of the decay toward the start, in units of the rate
     * @param batch the number of pieces in a step
     * @param mixed μ
     * @param cuts stop after this many epochs without improvement; each halves the rate
     * @param falling instead, let the rate fall to 0 over this many epochs, regardless of improvements; 0 to use {@code
     *         cuts}
     * @param piece the length of the pieces of a long sequence
     * @param runIn the steps before a piece that only determine its first state
     */
    record RefinementPlan(double rate, double decay, int batch, double mixed, int cuts, int falling, int piece,
            int runIn) {

        /** The same with a fraction of the rate. */
        RefinementPlan slower(double share) {
            return new RefinementPlan(rate * share, decay, batch, mixed, cuts, falling, piece, runIn);
        }
    }

    /** Observes a refinement. */
    interface EpochWatch {

        /** Whether to stop at once. */
        boolean stopped();

        /**
         * Called after an epoch.
         *
         * @param share the completed fraction, 0 … 1, as far as it is known
         * @param best the best operators so far
         * @return whether to continue
         */
        boolean epoch(int epoch, double share, Operators best);
    }

    /** The validation loss of operators. */
    interface HeldOutLoss {

        double loss(Operators psr);
    }

    private final Corpus data;
    private final double[] known;
    private final RefinementPlan plan;
    private final Operators psr;
    private final BlockAdam adam;
    private final double[][] readout;
    private final double[][] readoutRows;
    private final double[][][] transposed;
    /** Column i is row i of the gradient of A_o, and of R transposed. */
    private final OuterSum[] operatorGradient;
    private final OuterSum readoutGradient;
    private final double[] normaliserGradient;
    private final double[] initialGradient;
    private final double[] endingGradient;
    private final int[] from;
    private final int[] to;
    private final int[] lead;
    private double[][] q = new double[0][];
    private double[][] dp = new double[0][];
    private double[] norm = new double[0];
    private final double[] p;
    private final double[] g;
    private final double[] u;
    private long steps;

    Refinement(Operators start, Corpus data, double[] known, RefinementPlan plan) {
        this.data = data;
        this.known = known;
        this.plan = plan;
        psr = start.copy();
        int d = psr.d;
        readout = new double[d][psr.n];
        readoutRows = new double[psr.n][d];
        transposed = new double[psr.n][][];
        operatorGradient = new OuterSum[psr.n];
        for (int o = 0; o < psr.n; o++) {
            if (psr.a[o] != null) {
                transposed[o] = new double[d][d];
                operatorGradient[o] = new OuterSum(d, d);
            }
        }
        readoutGradient = new OuterSum(d, psr.n);
        normaliserGradient = new double[d];
        initialGradient = new double[d];
        endingGradient = new double[d];
        p = new double[psr.n];
        g = new double[d];
        u = new double[d];
        adam = new BlockAdam();
        double[] rms = new double[psr.n];
        double all = 0;
        int present = 0;
        for (int o = 0; o < psr.n; o++) {
            if (psr.a[o] != null) {
                double square = 0;
                for (double[] row : psr.a[o]) {
                    square += Columns.dot(d, row, row);
                }
                rms[o] = Math.sqrt(square / d / d);
                all += square / d / d;
                present++;
            }
        }
        double least = .02 * Math.sqrt(all / Math.max(1, present));
        for (int o = 0; o < psr.n; o++) {
            if (psr.a[o] != null) {
                adam.add(psr.a[o], start.a[o], Math.max(least, rms[o]));
            }
        }
        addVector(psr.normaliser, start.normaliser);
        addVector(psr.initial, start.initial);
        addVector(psr.ending, start.ending);
        int pieces = 0;
        for (int i = 0; i < data.count(); i++) {
            pieces += pieces(data.start[i + 1] - data.start[i]);
        }
        from = new int[pieces];
        to = new int[pieces];
        lead = new int[pieces];
        int k = 0;
        for (int i = 0; i < data.count(); i++) {
            int length = data.start[i + 1] - data.start[i];
            int step = length > WHOLE ? plan.piece : Math.max(1, length);
            for (int t = data.start[i]; t < data.start[i + 1]; t += step) {
                from[k] = t;
                to[k] = Math.min(t + step, data.start[i + 1]);
                lead[k++] = Math.min(plan.runIn, t - data.start[i]);
            }
        }
    }

    private int pieces(int length) {
        return length > WHOLE ? (length + plan.piece - 1) / plan.piece : length > 0 ? 1 : 0;
    }

    private void addVector(double[] x, double[] start) {
        adam.add(new double[][] {x}, new double[][] {start}, Math.sqrt(Columns.dot(x.length, x, x) / x.length));
    }

    /** Descends as configured; returns the best operators. */
    Operators run(HeldOutLoss judge, RandomGenerator shuffle, EpochWatch watch) {
        Operators best = psr.copy();
        double lowest = judge.loss(psr);
        double rate = plan.rate;
        int cuts = 0;
        int epoch = 0;
        while ((plan.falling > 0 ? epoch < plan.falling : cuts < plan.cuts)
                && epoch(plan.falling > 0 ? fallen(epoch, plan.falling) : rate, shuffle, watch)) {
            epoch++;
            double loss = psr.finite() ? judge.loss(psr) : Double.POSITIVE_INFINITY;
            if (loss < lowest) {
                lowest = loss;
                best = psr.copy();
            } else if (plan.falling == 0 || !psr.finite()) {
                restore(best);
                adam.reset();
                rate /= 2;
                cuts++;
            }
            double share = plan.falling > 0 ? (double) epoch / plan.falling
                    : Math.max(cuts, epoch / 5.) / (plan.cuts + epoch / 5.);
            if (!watch.epoch(epoch, share, best)) {
                break;
            }
        }
        return best;
    }

    /**
     * Descends for a fixed number of epochs with a rate that falls to 0, without validation; returns the start if it
     * diverged.
     */
    Operators finish(int epochs, RandomGenerator shuffle, EpochWatch watch) {
        Operators start = psr.copy();
        for (int epoch = 0; epoch < epochs && epoch(fallen(epoch, epochs), shuffle, watch); epoch++) {
            if (!psr.finite()) {
                return start;
            }
        }
        return psr.copy();
    }

    private double fallen(int epoch, int epochs) {
        return plan.rate * (epochs - epoch) / epochs;
    }

    private void restore(Operators best) {
        for (int o = 0; o < psr.n; o++) {
            if (psr.a[o] != null) {
                for (int i = 0; i < psr.d; i++) {
                    System.arraycopy(best.a[o][i], 0, psr.a[o][i], 0, psr.d);
                }
            }
        }
        System.arraycopy(best.normaliser, 0, psr.normaliser, 0, psr.d);
        System.arraycopy(best.initial, 0, psr.initial, 0, psr.d);
        System.arraycopy(best.ending, 0, psr.ending, 0, psr.d);
    }

    /** One pass over all pieces; false if it was stopped before the end. */
    private boolean epoch(double rate, RandomGenerator shuffle, EpochWatch watch) {
        int[] order = new int[from.length];
        for (int k = 0; k < order.length; k++) {
            int other = shuffle.nextInt(k + 1);
            order[k] = order[other];
            order[other] = k;
        }
        for (int k = 0; k < order.length; k += plan.batch) {
            begin();
            for (int m = k; m < Math.min(order.length, k + plan.batch); m++) {
                piece(order[m]);
            }
            descend(rate);
            if (watch.stopped()) {
                return false;
            }
        }
        return true;
    }

    /** Prepares for the gradient of a batch with the current operators. */
    void begin() {
        steps = 0;
        psr.readout(readout);
        RowLoops.transpose(readout, psr.d, psr.n, readoutRows);
        for (int o = 0; o < psr.n; o++) {
            if (psr.a[o] != null) {
                RowLoops.transpose(psr.a[o], psr.d, psr.d, transposed[o]);
                operatorGradient[o].clear();
            }
        }
        readoutGradient.clear();
        Arrays.fill(normaliserGradient, 0);
        Arrays.fill(initialGradient, 0);
        Arrays.fill(endingGradient, 0);
    }

    private void ensureCapacity(int length) {
        if (q.length <= length) {
            int old = q.length;
            q = Arrays.copyOf(q, length + 1);
            dp = Arrays.copyOf(dp, length + 1);
            norm = new double[length + 1];
            for (int k = old; k <= length; k++) {
                q[k] = new double[psr.d];
                dp[k] = new double[psr.n];
            }
        }
    }

    /** Adds the gradient of a piece's loss; returns the loss. */
    double piece(int number) {
        int d = psr.d;
        int first = from[number] - lead[number];
        int length = to[number] - first;
        ensureCapacity(length);
        boolean starts = first == 0 || Arrays.binarySearch(data.start, first) >= 0;
        System.arraycopy(starts ? psr.initial : psr.mean, 0, q[0], 0, d);
        double loss = 0;
        for (int k = 0; k < length; k++) {
            int o = data.x[first + k];
            Columns.multiply(readout, psr.n, d, q[k], p);
            double absolute = 0;
            for (int s = 0; s < psr.n; s++) {
                absolute += Math.abs(p[s]);
            }
            if (k >= lead[number]) {
                loss += score(o, absolute, known[first + k], dp[k]);
            }
            if (o != psr.end) {
                norm[k] = StringFilter.advance(psr, q[k], StringFilter.forgets(psr, q[k], p[o], o), o, q[k + 1]);
            }
        }
        steps += length - lead[number];
        backward(first, length, lead[number], starts);
        return loss;
    }

    /** The loss of one step; gradient ← its gradient with respect to the scores. */
    private double score(int o, double absolute, double l, double[] gradient) {
        if (!(absolute > 0)) {
            Arrays.fill(gradient, 0);
            return -Math.log(Math.max((1 - plan.mixed) / psr.n + plan.mixed * l, Double.MIN_NORMAL));
        }
        double inverse = 1 / absolute;
        double share = Math.abs(p[o]) * inverse;
        double mixed = Math.max((1 - plan.mixed) * share + plan.mixed * l, 1e-12);
        double slope = -(1 - plan.mixed) / mixed;
        // ∂Pr/∂p_s = sign(p_s) (1[s=o] − Pr)/Σ|p|
        double away = -slope * share * inverse;
        for (int s = 0; s < psr.n; s++) {
            gradient[s] = p[s] >= 0 ? away : -away;
        }
        gradient[o] += p[o] >= 0 ? slope * inverse : -slope * inverse;
        return -Math.log(mixed);
    }

    private void backward(int first, int length, int quiet, boolean starts) {
        int d = psr.d;
        boolean any = false;
        for (int k = length - 1; k >= 0; k--) {
            int o = data.x[first + k];
            if (any && o != psr.end && norm[k] > 0) {
                double along = Columns.dot(d, q[k + 1], g);
                double inverse = 1 / norm[k];
                for (int i = 0; i < d; i++) {
                    u[i] = (g[i] - along * q[k + 1][i]) * inverse;
                }
                operatorGradient[o].add(u, q[k]);
                Columns.multiply(transposed[o], d, d, u, g);
            } else {
                Arrays.fill(g, 0);
                any = false;
            }
            if (k >= quiet) {
                readoutGradient.add(q[k], dp[k]);
                Columns.multiply(readoutRows, d, psr.n, dp[k], u);
                RowLoops.add(1, u, d, g);
                any = true;
            }
        }
        if (starts) {
            double along = Columns.dot(d, q[0], g);
            RowLoops.add(1, g, d, initialGradient);
            RowLoops.add(-along, q[0], d, initialGradient);
        }
    }

    /** Propagates the readout's gradient to the operators and β: R_o = A_o β. */
    void end() {
        double[][] sum = readoutGradient.columns();
        for (int o = 0; o < psr.n; o++) {
            if (psr.a[o] != null) {
                operatorGradient[o].add(psr.normaliser, sum[o]);
                Columns.multiply(psr.a[o], psr.d, psr.d, sum[o], u);
                RowLoops.add(1, u, psr.d, normaliserGradient);
            } else if (o == psr.end) {
                System.arraycopy(sum[o], 0, endingGradient, 0, psr.d);
            }
        }
    }

    /** The gradient of the sum of losses: the operators, β, q_1, a_end. */
    double[][][] gradient() {
        double[][][] all = new double[adam.size()][][];
        int k = 0;
        for (int o = 0; o < psr.n; o++) {
            if (psr.a[o] != null) {
                all[k++] = operatorGradient[o].columns();
            }
        }
        all[k++] = new double[][] {normaliserGradient};
        all[k++] = new double[][] {initialGradient};
        all[k] = new double[][] {endingGradient};
        return all;
    }

    private void descend(double rate) {
        end();
        if (steps == 0) {
            return;
        }
        double[][][] gradient = gradient();
        double square = 0;
        for (double[][] block : gradient) {
            for (double[] row : block) {
                square += Columns.dot(row.length, row, row);
            }
        }
        double length = Math.sqrt(square) / steps;
        if (!(length < Double.POSITIVE_INFINITY)) {
            return;
        }
        adam.step(gradient, (length > 1 ? 1 / length : 1) / steps, rate, plan.decay);
        Operators.unit(psr.initial);
    }

    /** The current operators; the next step changes them. */
    Operators psr() {
        return psr;
    }

    int pieces() {
        return from.length;
    }
}
