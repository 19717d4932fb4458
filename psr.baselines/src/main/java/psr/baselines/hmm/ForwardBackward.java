package psr.baselines.hmm;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

import psr.api.data.Sequences;
import psr.baselines.Preconditions;
import psr.math.Columns;
import psr.math.Kernels;
import psr.math.OuterSum;

/**
 * One start of Baum–Welch: the present parameters, the counts expected under them, and their likelihood. The forward
 * and backward variables are scaled in each step (Rabiner 1989, section V.A).
 */
final class ForwardBackward {

    /** What the steps of an iteration write to; starts that advance one after the other share one. */
    static final class Workspace {

        private final Sequences sequences;
        private final int m;
        private final int n;
        /** Row o: the emissions of symbol o, one per state. */
        private final double[][] byState;
        /** T by rows, and Tᵀ by rows, which are the columns of T. */
        private final double[][] rows;
        private final double[][] columns;
        /** Σ_t w_{t+1}(j) α_t(i), column i, so that ξ = T ∘ its transpose; T is taken out of the loop over time. */
        private final OuterSum moves;
        /** The expected emissions, one row per symbol. */
        private final double[][] emitted;
        private final int[] sequence;
        /** α_t, one row per step: by far the largest. */
        private final double[][] forward;
        /** 1/c_t; 1 where α_t is not scaled. */
        private final double[] scale;
        private final double[] backward;
        /** w(j) = E_j(o_{t+1}) β_{t+1}(j) / c_{t+1}. */
        private final double[] weighed;

        /**
         * For models of m states and n symbols on these sequences.
         *
         * @throws psr.api.learn.LearningException if no array holds the forward variables of the longest sequence
         */
        Workspace(Sequences sequences, int m, int n) {
            this.sequences = sequences;
            this.m = m;
            this.n = n;
            Preconditions.size("the emissions", n, m);
            Preconditions.size("the transitions", m, m);
            byState = new double[n][m];
            rows = new double[m][m];
            columns = new double[m][m];
            moves = new OuterSum(m, m);
            emitted = new double[n][m];
            sequence = new int[sequences.longest()];
            Preconditions.size("the forward variables of a sequence", sequence.length, m);
            forward = new double[sequence.length][m];
            scale = new double[sequence.length];
            backward = new double[m];
            weighed = new double[m];
        }
    }

    /** Multiplications after which the word to stop is asked for: about a millisecond. */
    private static final int PATIENCE = 1_000_000;

    /** Forward variables are scaled when their sum falls below this, and at the end. */
    private static final double LITTLE = 1e-20;

    /** A product of scales is kept above this. */
    private static final double SMALL = 1e-200;

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
     * Prepares to learn.
     *
     * @param work for as many states and symbols; changed by {@link #expect}, which needs nothing that is in it
     * @param numbers where to begin; changed by {@link #maximise}
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

    /** log P(data) without the sequences held impossible, as the last complete {@link #expect} found it. */
    double logLikelihood() {
        return logLikelihood;
    }

    /** How many sequences the present parameters hold impossible; they count for nothing. */
    long impossible() {
        return impossible;
    }

    /**
     * The E step: the counts expected under the present parameters, and their likelihood.
     *
     * @param cancelled asked every millisecond or so; when it says so, the step is left
     * @return whether it was done; otherwise likelihood and impossible sequences stay as they were, and there is no M
     *         step to be made
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
        double sum = 0;
        long never = 0;
        for (int i = 0; i < work.sequences.count() && !stopped; i++) {
            int length = work.sequences.copy(i, work.sequence);
            if (length == 0) {
                continue;
            }
            double log = forward(length);
            if (log == Double.NEGATIVE_INFINITY) {
                never++;
            } else {
                sum += log;
                backward(length);
            }
        }
        if (stopped) {
            return false;
        }
        logLikelihood = sum;
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

    /** Counts the work of a step; whether to stop. */
    private boolean stop() {
        done += (long) m * m;
        if (done >= PATIENCE) {
            done = 0;
            stopped |= cancelled.getAsBoolean();
        }
        return stopped;
    }

    /** The present parameters in the forms that the loops need. */
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

    /** Fills α and the scales; the log-likelihood of the sequence, minus infinity if it is impossible. */
    private double forward(int length) {
        double log = 0;
        // One logarithm for many steps: of the product of their scales, while that has all its digits.
        double product = 1;
        for (int t = 0; t < length && !stop(); t++) {
            double[] now = work.forward[t];
            if (t == 0) {
                System.arraycopy(numbers.initial(), 0, now, 0, m);
            } else {
                Columns.multiply(work.rows, m, m, work.forward[t - 1], now);
            }
            times(m, work.byState[work.sequence[t]], now);
            double sum = Columns.normL1(m, now);
            if (!(sum >= Double.MIN_NORMAL)) {
                return Double.NEGATIVE_INFINITY;
            }
            work.scale[t] = 1;
            if (sum < LITTLE || t == length - 1) {
                work.scale[t] = 1 / sum;
                Kernels.scale(work.scale[t], m, now);
                if (product * sum < SMALL) {
                    log += Math.log(product) + Math.log(sum);
                    product = 1;
                } else {
                    product *= sum;
                }
            }
        }
        return log + Math.log(product);
    }

    /** Carries β back and adds what it implies to the expected counts. */
    private void backward(int length) {
        double[] backward = work.backward;
        double[] weighed = work.weighed;
        Arrays.fill(backward, 1);
        for (int t = length - 1; !stop(); t--) {
            addProduct(m, work.forward[t], backward, work.emitted[work.sequence[t]]);
            if (t == 0) {
                addProduct(m, work.forward[0], backward, counts.initial());
                return;
            }
            weigh(m, work.byState[work.sequence[t]], backward, work.scale[t], weighed);
            work.moves.add(weighed, work.forward[t - 1]);
            Columns.multiply(work.columns, m, m, weighed, backward);
        }
    }

    /** y ← x ∘ y. */
    private static void times(int n, double[] x, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] *= x[i];
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

    /**
     * The M step: the parameters that are likeliest given the expected counts. A state that is never left, or never
     * entered, keeps the distribution it has where there is nothing to divide by.
     *
     * @param floor added to the count of every transition and of every emission
     */
    void maximise(double floor) {
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
        // Below the smallest normal number a quotient has no digits left.
        if (sum >= Double.MIN_NORMAL) {
            for (int k = from; k < from + size; k++) {
                into[k] = (counts[k] + floor) / sum;
            }
        }
    }
}
