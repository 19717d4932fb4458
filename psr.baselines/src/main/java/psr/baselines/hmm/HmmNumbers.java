package psr.baselines.hmm;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import psr.api.data.Alphabet;
import psr.api.linear.Hmm;
import psr.baselines.Preconditions;

/**
 * The parameters of a hidden Markov model in flat arrays that learning may modify.
 *
 * @param initial π, m
 * @param transition T, m×m, row-major
 * @param emission E, m×n, row-major
 */
public record HmmNumbers(double[] initial, double[] transition, double[] emission) {

    /**
     * Zeros for m states and n symbols.
     *
     * @throws psr.api.learn.LearningException if an array cannot have that many numbers
     */
    public static HmmNumbers zeros(int m, int n) {
        return new HmmNumbers(new double[m], new double[Preconditions.size("the transitions", m, m)],
                new double[Preconditions.size("the emissions", m, n)]);
    }

    /** A copy of a model's parameters. */
    public static HmmNumbers of(Hmm hmm) {
        int m = hmm.states();
        int n = hmm.alphabet().size();
        HmmNumbers numbers = zeros(m, n);
        System.arraycopy(hmm.initial(), 0, numbers.initial, 0, m);
        double[][] transition = hmm.transition();
        double[][] emission = hmm.emission();
        for (int i = 0; i < m; i++) {
            System.arraycopy(transition[i], 0, numbers.transition, i * m, m);
            System.arraycopy(emission[i], 0, numbers.emission, i * n, n);
        }
        return numbers;
    }

    /** Draws every distribution uniformly from all distributions. */
    static HmmNumbers random(int m, int n, RandomGenerator random) {
        HmmNumbers numbers = zeros(m, n);
        for (double[] block : numbers.blocks()) {
            for (int k = 0; k < block.length; k++) {
                // Normalized exponentials are uniform on the simplex.
                block[k] = random.nextExponential();
            }
        }
        numbers.normalize();
        return numbers;
    }

    /** m. */
    public int states() {
        return initial.length;
    }

    /** n. */
    public int symbols() {
        return emission.length / initial.length;
    }

    private double[][] blocks() {
        return new double[][] {initial, transition, emission};
    }

    /** Raises every probability to at least {@code floor}, then divides each distribution by its sum. */
    public void floor(double floor) {
        for (double[] block : blocks()) {
            for (int k = 0; k < block.length; k++) {
                block[k] = Math.max(block[k], floor);
            }
        }
        normalize();
    }

    /** Divides each distribution by its sum, which must be positive. */
    public void normalize() {
        int m = states();
        normalize(initial, 0, m);
        for (int i = 0; i < m; i++) {
            normalize(transition, i * m, m);
            normalize(emission, i * symbols(), symbols());
        }
    }

    private static void normalize(double[] x, int from, int size) {
        double sum = 0;
        for (int k = from; k < from + size; k++) {
            sum += x[k];
        }
        for (int k = from; k < from + size; k++) {
            x[k] /= sum;
        }
    }

    /** The model of these parameters, copied. */
    public Hmm model(Alphabet alphabet) {
        int m = states();
        int n = symbols();
        double[][] rows = new double[m][];
        double[][] symbols = new double[m][];
        for (int i = 0; i < m; i++) {
            rows[i] = Arrays.copyOfRange(transition, i * m, (i + 1) * m);
            symbols[i] = Arrays.copyOfRange(emission, i * n, (i + 1) * n);
        }
        return new Hmm(alphabet, initial, rows, symbols);
    }
}
