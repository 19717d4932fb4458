package psr.math.optimization;

import java.util.Arrays;

/** Adam (Kingma, Ba 2015) on some arrays of numbers. Not thread-safe. */
public final class Adam {

    private static final double FIRST_DECAY = 0.9;
    private static final double SECOND_DECAY = 0.999;
    private static final double EPSILON = 1e-8;

    private final double[][] numbers;
    private final double[][] first;
    private final double[][] second;
    private int steps;

    /** Optimizes these arrays in place. */
    public Adam(double[][] numbers) {
        this.numbers = numbers;
        first = new double[numbers.length][];
        second = new double[numbers.length][];
        for (int k = 0; k < numbers.length; k++) {
            first[k] = new double[numbers[k].length];
            second[k] = new double[numbers[k].length];
        }
    }

    /** Resets the moments of the gradients. */
    public void reset() {
        steps = 0;
        for (int k = 0; k < numbers.length; k++) {
            Arrays.fill(first[k], 0);
            Arrays.fill(second[k], 0);
        }
    }

    /** Takes a step against {@code factor} times the gradient. Gradient: as many arrays of the same lengths. */
    public void step(double[][] gradient, double factor, double rate) {
        steps++;
        double unbiased = rate / (1 - Math.pow(FIRST_DECAY, steps));
        double spread = 1 / (1 - Math.pow(SECOND_DECAY, steps));
        for (int k = 0; k < numbers.length; k++) {
            step(numbers[k].length, gradient[k], factor, unbiased, spread, first[k], second[k], numbers[k]);
        }
    }

    private static void step(int n, double[] g, double factor, double rate, double spread, double[] m, double[] v,
            double[] x) {
        for (int i = 0; i < n; i++) {
            double gi = factor * g[i];
            m[i] = FIRST_DECAY * m[i] + (1 - FIRST_DECAY) * gi;
            v[i] = SECOND_DECAY * v[i] + (1 - SECOND_DECAY) * gi * gi;
            x[i] -= rate * m[i] / (Math.sqrt(v[i] * spread) + EPSILON);
        }
    }
}
