package psr.baselines.hmm;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

import psr.api.data.Symbols;
import psr.baselines.Preconditions;
import psr.math.Columns;
import psr.math.Kernels;
import psr.math.OuterSum;

/**
 * One start of Baum–Welch: the current parameters, the expected counts under them, and their likelihood. The forward
 * variables are scaled where they become small (Rabiner 1989, section V.A).
 *
 * <p>The sequences are processed as the paths of their prefix tree. α depends only on the prefix, and β enters the counts
 * linearly: so each node of the tree costs one step forward, and one step back with the sum of the β of all sequences
 * through it.
 */
final class ForwardBackward {

    /** The buffers of an iteration; starts that advance in turn share one. */
    static final class Workspace {

        private final PrefixOrder sequences;
        private final int m;
        private final int n;
        /** Row o: the emissions of symbol o, one per state. */
        private final double[][] byState;
        /** T by rows, and Tᵀ by rows, which are the columns of T. */
        private final double[][] rows;
        private final double[][] columns;
        /** Σ_t w_{t+1}(j) α_t(i), column i, so that ξ = T ∘ its transpose; the loop over time does not need T. */
        private final OuterSum moves;
        /** The expected emissions, one row per symbol. */
        private final double[][] emitted;
        /** The path from the root of the tree to the current node. */
        private final int[] sequence;
        /** α_t, one row per step of the path: by far the largest buffer. */
        private final double[][] forward;
        /** 1/c_t; 1 if α_t is not scaled. */
        private final double[] scale;
        /** Σ_i α_t(i). */
        private final double[] sum;
        /** The logarithm of all c up to t, in two parts: that of the product of the last ones, and the rest. */
        private final double[] product;
        private final double[] log;
        /** The number of sequences that end at a node of the path, each divided by Σ α_t: their β. */
        private final double[] ended;
        /** Whether a sequence with nonzero probability continues from a node of the path. */
        private final boolean[] continues;
        private final double[] backward;
        /** For nodes that may have many children: α_t T if {@link #aheadKnown}, and the sum of w over the children. */
        private final double[][] ahead;
        private final boolean[] aheadKnown;
        private final double[][] weighed;

        /**
         * For models of m states and n symbols on these sequences.
         *
         * @throws psr.api.learn.LearningException if an array cannot hold the forward variables of the longest sequence
         */
        Workspace(Symbols sequences, int m, int n) {
            this.sequences = new PrefixOrder(sequences);
            this.m = m;
            this.n = n;
            Preconditions.size("the emissions", n, m);
            Preconditions.size("the transitions", m, m);
            byState = new double[n][m];
            rows = new double[m][m];
            columns = new double[m][m];
            moves = new OuterSum(m, m);
            emitted = new double[n][m];
            int longest = sequences.longest();
            sequence = new int[longest];
            Preconditions.size("the forward variables of a sequence", longest, m);
            forward = new double[longest][m];
            scale = new double[longest];
            sum = new double[longest];
            product = new double[longest];
            log = new double[longest];
            ended = new double[longest];
            continues = new boolean[longest];
            backward = new double[m];
            ahead = new double[this.sequences.mostShared()][m];
            aheadKnown = new boolean[ahead.length];
            weighed = new double[ahead.length][m];
        }
    }

    /** The number of multiplications between checks for cancellation, which take about a millisecond. */
    private static final int CHECK_INTERVAL = 1_000_000;

    /** Forward variables are scaled if their sum falls below this. */
    private static final double SCALE_BELOW = 1e-20;

    /** Scales are multiplied as long as the product stays above this. */
    private static final double SMALLEST_PRODUCT = 1e-200;

    private final Workspace work;
    private final int m;
    private final int n;
    private final HmmNumbers numbers;
    private final HmmNumbers counts;
    private double logLikelihood = Double.NEGATIVE_INFINITY;
    private long impossible;
    private BooleanSupplier cancelled;
    private long done;
    private boolean stopped;

    /**
     * Initializes a start.
     *
     * @param work for the same numbers of states and symbols; overwritten by {@link #expect}
     * @param numbers the initial parameters; modified by {@link #maximize}
     */
    ForwardBackward(Workspace work, HmmNumbers numbers) {
        this.work = work;
        this.numbers = numbers;
        m = work.m;
        n = work.n;
        counts = HmmNumbers.zeros(m, n);
    }

    HmmNumbers numbers() {
        return numbers;
    }

    /** log P(data) without the impossible sequences, from the last complete {@link #expect}. */
    double logLikelihood() {
        return logLikelihood;
    }

    /** The number of sequences that are impossible under the current parameters; they do not count. */
    long impossible() {
        return impossible;
    }

    /**
     * The E step: the expected counts under the current parameters, and their likelihood.
     *
     * @param cancelled checked about every millisecond; if true, the step is abandoned
     * @return whether the step was completed; otherwise the likelihood and the impossible sequences are unchanged, and an
     *         M step is not allowed
     */
    boolean expect(BooleanSupplier cancelled) {
        this.cancelled = cancelled;
        stopped = false;
        unfold();
        Arrays.fill(counts.initial(), 0);
        work.moves.clear();
        for (double[] row : work.emitted) {
            Arrays.fill(row, 0);
        }
        Arrays.fill(work.ended, 0);
        Arrays.fill(work.continues, false);
        double likelihood = 0;
        // One logarithm for many sequences: that of the product of their probabilities, as long as it has full precision.
        double product = 1;
        long never = 0;
        // The number of possible nodes of the path, and its length.
        int depth = 0;
        int length = 0;
        for (int k = 0; k < work.sequences.count() && !stopped; k++) {
            int shared = work.sequences.shared(k);
            if (shared <= depth) {
                backward(depth, shared);
                length = work.sequences.copy(k, work.sequence);
                depth = forward(shared, length);
            }
            if (depth == length && shared <= depth) {
                work.ended[depth - 1] += 1 / work.sum[depth - 1];
                likelihood += work.log[depth - 1];
                double factor = work.product[depth - 1] * work.sum[depth - 1];
                if (product * factor < SMALLEST_PRODUCT) {
                    likelihood += Math.log(product);
                    product = 1;
                }
                product *= factor;
            } else {
                never++;
            }
        }
        backward(depth, 0);
        if (stopped) {
            return false;
        }
        logLikelihood = likelihood + Math.log(product);
        impossible = never;
        double[][] moves = work.moves.columns();
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < m; j++) {
                counts.transition()[i * m + j] = moves[i][j] * numbers.transition()[i * m + j];
            }
            for (int o = 0; o < n; o++) {
                counts.emission()[i * n + o] = work.emitted[o][i];
            }
        }
        return true;
    }

    /** Counts the work of a step; returns whether to stop. */
    private boolean stop() {
        done += (long) m * m;
        if (done >= CHECK_INTERVAL) {
            done = 0;
            stopped |= cancelled.getAsBoolean();
        }
        return stopped;
    }

    /** Copies the current parameters to the layouts that the loops need. */
    private void unfold() {
        for (int i = 0; i < m; i++) {
            System.arraycopy(numbers.transition(), i * m, work.rows[i], 0, m);
            for (int j = 0; j < m; j++) {
                work.columns[j][i] = work.rows[i][j];
            }
            for (int o = 0; o < n; o++) {
                work.byState[o][i] = numbers.emission()[i * n + o];
            }
        }
    }

    /**
     * Fills α of the nodes from {@code from} to {@code to} − 1 of the path; returns up to which one, exclusive, it is
     * possible.
     */
    private int forward(int from, int to) {
        for (int t = from; t < to && !stop(); t++) {
            double[] now = work.forward[t];
            times(m, ahead(t), work.byState[work.sequence[t]], now);
            if (t < work.aheadKnown.length) {
                work.aheadKnown[t] = false;
            }
            double sum = Columns.normL1(m, now);
            if (!(sum >= Double.MIN_NORMAL)) {
                return t;
            }
            double product = t == 0 ? 1 : work.product[t - 1];
            double log = t == 0 ? 0 : work.log[t - 1];
            double scale = 1;
            if (sum < SCALE_BELOW) {
                scale = 1 / sum;
                Kernels.scale(scale, m, now);
                // One logarithm for many: that of the product of the scales, as long as it has full precision.
                if (product * sum < SMALLEST_PRODUCT) {
                    log += Math.log(product) + Math.log(sum);
                    product = 1;
                } else {
                    product *= sum;
                }
                sum = 1;
            }
            work.scale[t] = scale;
            work.sum[t] = sum;
            work.product[t] = product;
            work.log[t] = log;
        }
        return to;
    }

    /** The probabilities of the states at node t before its symbol is observed; do not modify. */
    private double[] ahead(int t) {
        if (t == 0) {
            return numbers.initial();
        }
        if (t > work.ahead.length) {
            Columns.multiply(work.rows, m, m, work.forward[t - 1], work.forward[t]);
            return work.forward[t];
        }
        if (!work.aheadKnown[t - 1]) {
            Columns.multiply(work.rows, m, m, work.forward[t - 1], work.ahead[t - 1]);
            work.aheadKnown[t - 1] = true;
        }
        return work.ahead[t - 1];
    }

    /** Leaves the nodes {@code from} − 1 … {@code to} of the path: propagates β and adds its contribution to the counts. */
    private void backward(int from, int to) {
        double[] backward = work.backward;
        for (int t = from - 1; t >= to && !stop(); t--) {
            double[] forward = work.forward[t];
            if (work.continues[t]) {
                // w(j) = E_j(o_{t+1}) β_{t+1}(j) / c_{t+1}, summed over the children; that of an only child is already
                // there.
                double[] weighed = work.moves.left();
                if (t < work.weighed.length) {
                    System.arraycopy(work.weighed[t], 0, weighed, 0, m);
                }
                Columns.multiply(work.columns, m, m, weighed, backward);
                work.moves.add(forward);
                if (work.ended[t] > 0) {
                    for (int i = 0; i < m; i++) {
                        backward[i] += work.ended[t];
                    }
                }
            } else if (work.ended[t] > 0) {
                Arrays.fill(backward, work.ended[t]);
            } else {
                continue;
            }
            double[] emissions = work.byState[work.sequence[t]];
            addProduct(m, forward, backward, work.emitted[work.sequence[t]]);
            if (t == 0) {
                addProduct(m, forward, backward, counts.initial());
            } else if (work.continues[t - 1]) {
                addWeighed(m, emissions, backward, work.scale[t], work.weighed[t - 1]);
            } else {
                weigh(m, emissions, backward, work.scale[t], t > work.weighed.length ? work.moves.left() : work.weighed[t - 1]);
                work.continues[t - 1] = true;
            }
            work.continues[t] = false;
            work.ended[t] = 0;
        }
    }

    /** z ← x ∘ y. z may be x. */
    private static void times(int n, double[] x, double[] y, double[] z) {
        for (int i = 0; i < n; i++) {
            z[i] = x[i] * y[i];
        }
    }

    /** z ← z + x ∘ y. */
    private static void addProduct(int n, double[] x, double[] y, double[] z) {
        for (int i = 0; i < n; i++) {
            z[i] += x[i] * y[i];
        }
    }

    /** z ← c x ∘ y. */
    private static void weigh(int n, double[] x, double[] y, double c, double[] z) {
        for (int i = 0; i < n; i++) {
            z[i] = x[i] * y[i] * c;
        }
    }

    /** z ← z + c x ∘ y. */
    private static void addWeighed(int n, double[] x, double[] y, double c, double[] z) {
        for (int i = 0; i < n; i++) {
            z[i] += x[i] * y[i] * c;
        }
    }

    /**
     * The M step: the parameters with the largest likelihood given the expected counts. If a state is never left, or
     * never entered, its distribution does not change.
     *
     * @param floor added to the count of every transition and of every emission
     */
    void maximize(double floor) {
        divide(counts.initial(), 0, m, 0, numbers.initial());
        for (int i = 0; i < m; i++) {
            divide(counts.transition(), i * m, m, floor, numbers.transition());
            divide(counts.emission(), i * n, n, floor, numbers.emission());
        }
    }

    private static void divide(double[] counts, int from, int size, double floor, double[] into) {
        double sum = size * floor;
        for (int k = from; k < from + size; k++) {
            sum += counts[k];
        }
        // Below the smallest normal number a quotient loses its precision.
        if (sum >= Double.MIN_NORMAL) {
            for (int k = from; k < from + size; k++) {
                into[k] = (counts[k] + floor) / sum;
            }
        }
    }
}
