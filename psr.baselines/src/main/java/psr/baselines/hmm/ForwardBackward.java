package psr.baselines.hmm;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

import psr.api.data.Sequences;
import psr.baselines.Preconditions;

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
        /** Eᵀ, n×m: the emissions of one symbol stand together. */
        private final double[] byState;
        /** Σ_t α_t(i) w_{t+1}(j), so that ξ = T ∘ this; T is taken out of the loop over time. */
        private final double[] moves;
        /** The expected emissions, n×m. */
        private final double[] emitted;
        private final int[] sequence;
        /** α_t, one row per step: by far the largest. */
        private final double[] forward;
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
            byState = new double[Preconditions.size("the emissions", n, m)];
            moves = new double[Preconditions.size("the transitions", m, m)];
            emitted = new double[n * m];
            sequence = new int[sequences.longest()];
            forward = new double[Preconditions.size("the forward variables of a sequence", sequence.length, m)];
            scale = new double[sequence.length];
            backward = new double[m];
            weighed = new double[m];
        }
    }

    /** Multiplications after which the word to stop is asked for: about a millisecond. */
    private static final int PATIENCE = 1_000_000;

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
        transposeEmission();
        Arrays.fill(counts.initial(), 0);
        Arrays.fill(work.moves, 0);
        Arrays.fill(work.emitted, 0);
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
        for (int k = 0; k < m * m; k++) {
            counts.transition()[k] = work.moves[k] * numbers.transition()[k];
        }
        for (int o = 0; o < n; o++) {
            for (int i = 0; i < m; i++) {
                counts.emission()[i * n + o] = work.emitted[o * m + i];
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

    private void transposeEmission() {
        for (int i = 0; i < m; i++) {
            for (int o = 0; o < n; o++) {
                work.byState[o * m + i] = numbers.emission()[i * n + o];
            }
        }
    }

    /** Fills α and the scales; the log-likelihood of the sequence, minus infinity if it is impossible. */
    private double forward(int length) {
        double[] transition = numbers.transition();
        double[] forward = work.forward;
        double[] byState = work.byState;
        double log = 0;
        for (int t = 0; t < length && !stop(); t++) {
            int at = t * m;
            if (t == 0) {
                System.arraycopy(numbers.initial(), 0, forward, 0, m);
            } else {
                Arrays.fill(forward, at, at + m, 0);
                for (int i = 0, k = 0; i < m; i++) {
                    double a = forward[at - m + i];
                    for (int j = 0; j < m; j++) {
                        forward[at + j] += a * transition[k++];
                    }
                }
            }
            int row = work.sequence[t] * m;
            double sum = 0;
            for (int i = 0; i < m; i++) {
                forward[at + i] *= byState[row + i];
                sum += forward[at + i];
            }
            if (!(sum >= Double.MIN_NORMAL)) {
                return Double.NEGATIVE_INFINITY;
            }
            for (int i = 0; i < m; i++) {
                forward[at + i] /= sum;
            }
            work.scale[t] = sum;
            log += Math.log(sum);
        }
        return log;
    }

    /** Carries β back and adds what it implies to the expected counts. */
    private void backward(int length) {
        double[] transition = numbers.transition();
        double[] forward = work.forward;
        double[] byState = work.byState;
        double[] backward = work.backward;
        double[] weighed = work.weighed;
        double[] moves = work.moves;
        double[] emitted = work.emitted;
        Arrays.fill(backward, 1);
        for (int t = length - 1; !stop(); t--) {
            int at = t * m;
            int row = work.sequence[t] * m;
            for (int i = 0; i < m; i++) {
                emitted[row + i] += forward[at + i] * backward[i];
            }
            if (t == 0) {
                for (int i = 0; i < m; i++) {
                    counts.initial()[i] += forward[i] * backward[i];
                }
                return;
            }
            for (int j = 0; j < m; j++) {
                weighed[j] = byState[row + j] * backward[j] / work.scale[t];
            }
            for (int i = 0, k = 0; i < m; i++) {
                double a = forward[at - m + i];
                double sum = 0;
                for (int j = 0; j < m; j++, k++) {
                    moves[k] += a * weighed[j];
                    sum += transition[k] * weighed[j];
                }
                backward[i] = sum;
            }
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
