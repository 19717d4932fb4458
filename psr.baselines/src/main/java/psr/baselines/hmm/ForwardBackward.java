package psr.baselines.hmm;

import java.util.Arrays;

import psr.api.data.Sequences;

/**
 * One start of Baum–Welch: the present parameters, the counts expected under them, and their likelihood. The forward
 * and backward variables are scaled in each step (Rabiner 1989, section V.A).
 */
final class ForwardBackward {

    private final Sequences sequences;
    private final int m;
    private final int n;
    private final HmmNumbers numbers;
    private final HmmNumbers counts;
    /** Eᵀ, n×m: the emissions of one symbol stand together. */
    private final double[] byState;
    /** Σ_t α_t(i) w_{t+1}(j), so that ξ = T ∘ this; T is taken out of the loop over time. */
    private final double[] moves;
    /** The expected emissions, n×m. */
    private final double[] emitted;
    private final int[] sequence;
    /** α_t, one row per step. */
    private final double[] forward;
    private final double[] scale;
    private final double[] backward;
    /** w(j) = E_j(o_{t+1}) β_{t+1}(j) / c_{t+1}. */
    private final double[] weighed;
    private double logLikelihood;
    private long impossible;

    /**
     * Prepares to learn.
     *
     * @param numbers where to begin; changed by {@link #maximise}
     */
    ForwardBackward(Sequences sequences, HmmNumbers numbers) {
        this.sequences = sequences;
        this.numbers = numbers;
        m = numbers.states();
        n = numbers.symbols();
        counts = HmmNumbers.zeros(m, n);
        byState = new double[n * m];
        moves = new double[m * m];
        emitted = new double[n * m];
        sequence = new int[sequences.longest()];
        forward = new double[Math.multiplyExact(sequence.length, m)];
        scale = new double[sequence.length];
        backward = new double[m];
        weighed = new double[m];
    }

    HmmNumbers numbers() {
        return numbers;
    }

    /** log P(data) under the present parameters, after {@link #expect}; without the sequences held impossible. */
    double logLikelihood() {
        return logLikelihood;
    }

    /** How many sequences the present parameters hold impossible; they count for nothing. */
    long impossible() {
        return impossible;
    }

    /** The E step: the counts expected under the present parameters, and their likelihood. */
    void expect() {
        transposeEmission();
        Arrays.fill(counts.initial(), 0);
        Arrays.fill(moves, 0);
        Arrays.fill(emitted, 0);
        logLikelihood = 0;
        impossible = 0;
        for (int i = 0; i < sequences.count(); i++) {
            int length = sequences.copy(i, sequence);
            if (length == 0) {
                continue;
            }
            double log = forward(length);
            if (log == Double.NEGATIVE_INFINITY) {
                impossible++;
            } else {
                logLikelihood += log;
                backward(length);
            }
        }
        for (int k = 0; k < m * m; k++) {
            counts.transition()[k] = moves[k] * numbers.transition()[k];
        }
        for (int o = 0; o < n; o++) {
            for (int i = 0; i < m; i++) {
                counts.emission()[i * n + o] = emitted[o * m + i];
            }
        }
    }

    private void transposeEmission() {
        for (int i = 0; i < m; i++) {
            for (int o = 0; o < n; o++) {
                byState[o * m + i] = numbers.emission()[i * n + o];
            }
        }
    }

    /** Fills α and the scales; the log-likelihood of the sequence, minus infinity if it is impossible. */
    private double forward(int length) {
        double[] transition = numbers.transition();
        double log = 0;
        for (int t = 0; t < length; t++) {
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
            int row = sequence[t] * m;
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
            scale[t] = sum;
            log += Math.log(sum);
        }
        return log;
    }

    /** Carries β back and adds what it implies to the expected counts. */
    private void backward(int length) {
        double[] transition = numbers.transition();
        Arrays.fill(backward, 1);
        for (int t = length - 1;; t--) {
            int at = t * m;
            int row = sequence[t] * m;
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
                weighed[j] = byState[row + j] * backward[j] / scale[t];
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
