package psr.math.vectors;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import psr.math.Kernels;

/**
 * An echo state network (Jaeger 2001): x_{t+1} = (1 − a) x_t + a tanh(N x_t + V (y_t, v_t, 1)) with fixed random weights.
 * The state is (x, y, v), so that linear readouts see the last row too. Immutable and thread-safe.
 */
public final class Reservoir implements Dynamics {

    /** Connections to each unit; more do not forecast better and take longer. */
    private static final int CONNECTIONS = 10;

    private final int units;
    private final int width;
    private final int inputWidth;
    private final double leak;
    private final int[][] sources;
    private final double[][] strengths;
    private final double[][] inputs;

    /**
     * Settings.
     *
     * @param units the length of x
     * @param radius the spectral radius of N
     * @param leak a, above 0, at most 1
     * @param inputScale the deviation of the entries of V
     * @param ridge λ of the readouts, relative
     * @param horizon K, the number of readouts
     * @param skip rows at the beginning of each sequence that readouts do not learn from
     * @param positions the most positions that a regression uses
     */
    public record Settings(int units, double radius, double leak, double inputScale, double ridge, int horizon, int skip,
            int positions) {

        /** The usual ones. */
        public static Settings usual() {
            return new Settings(300, .9, .6, .5, 1e-5, 10, 20, 100_000);
        }
    }

    /**
     * These weights.
     *
     * @param sources of each unit, the units that it is connected to
     * @param strengths of these connections
     * @param inputs V: an array for each unit, with d + m + 1 numbers
     */
    public Reservoir(int width, int inputWidth, double leak, int[][] sources, double[][] strengths, double[][] inputs) {
        units = sources.length;
        this.width = width;
        this.inputWidth = inputWidth;
        this.leak = leak;
        this.sources = sources;
        this.strengths = strengths;
        this.inputs = inputs;
    }

    /** Draws weights. */
    static Reservoir draw(int width, int inputWidth, Settings settings, RandomGenerator random) {
        int n = settings.units();
        int[][] sources = new int[n][Math.min(n, CONNECTIONS)];
        double[][] strengths = new double[n][Math.min(n, CONNECTIONS)];
        double[][] inputs = new double[n][width + inputWidth + 1];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < sources[i].length; k++) {
                sources[i][k] = random.nextInt(n);
                strengths[i][k] = random.nextGaussian();
            }
            for (int k = 0; k < inputs[i].length; k++) {
                inputs[i][k] = settings.inputScale() * random.nextGaussian();
            }
        }
        double radius = radius(sources, strengths);
        for (double[] row : strengths) {
            Kernels.scale(radius > 0 ? settings.radius() / radius : 0, row.length, row);
        }
        return new Reservoir(width, inputWidth, settings.leak(), sources, strengths, inputs);
    }

    /** The spectral radius, as the mean growth over many products (Gelfand's formula). */
    static double radius(int[][] sources, double[][] strengths) {
        int n = sources.length;
        int before = 100;
        int steps = 1_000;
        double[] x = new double[n];
        Arrays.fill(x, 1);
        double[] next = new double[n];
        double logarithm = 0;
        for (int step = 0; step < before + steps; step++) {
            for (int i = 0; i < n; i++) {
                next[i] = product(sources[i], strengths[i], x);
            }
            double norm = Kernels.normL2(next);
            if (norm == 0) {
                return 0;
            }
            logarithm += step < before ? 0 : Math.log(norm);
            for (int i = 0; i < n; i++) {
                x[i] = next[i] / norm;
            }
        }
        return Math.exp(logarithm / steps);
    }

    private static double product(int[] from, double[] strengths, double[] x) {
        double sum = 0;
        for (int k = 0; k < from.length; k++) {
            sum += strengths[k] * x[from[k]];
        }
        return sum;
    }

    /** Draws a network and learns its readouts, with covariances of the errors on the training data. */
    public static ReadoutModel learn(Rows rows, Settings settings, RandomGenerator random, Progress progress) {
        Standardization scale = Standardization.of(rows);
        Rows data = Imputation.fill(scale.apply(rows));
        return ReadoutFit.fit(scale, data, draw(rows.width(), rows.inputWidth(), settings, random),
                new ReadoutFit.Settings(settings.horizon(), 0, 1, settings.ridge(), settings.skip(), settings.positions()),
                random, progress);
    }

    /** The connections of each unit; do not modify them. */
    public int[][] sources() {
        return sources;
    }

    /** The strengths of the connections; do not modify them. */
    public double[][] strengths() {
        return strengths;
    }

    /** V; do not modify it. */
    public double[][] inputs() {
        return inputs;
    }

    /** a. */
    public double leak() {
        return leak;
    }

    @Override
    public int dimension() {
        return units + width + inputWidth;
    }

    @Override
    public double[][] work() {
        return new double[0][];
    }

    @Override
    public void begin(double[] v, double[] q) {
        Arrays.fill(q, 0, dimension(), 0);
        System.arraycopy(v, 0, q, units + width, inputWidth);
    }

    @Override
    public void step(double[] q, double[] y, double[] v, double[][] work, double[] next) {
        for (int i = 0; i < units; i++) {
            double[] in = inputs[i];
            double sum = in[width + inputWidth] + product(sources[i], strengths[i], q);
            for (int c = 0; c < width; c++) {
                sum += in[c] * y[c];
            }
            for (int c = 0; c < inputWidth; c++) {
                sum += in[width + c] * v[c];
            }
            next[i] = (1 - leak) * q[i] + leak * Math.tanh(sum);
        }
        System.arraycopy(y, 0, next, units, width);
        System.arraycopy(v, 0, next, units + width, inputWidth);
    }
}
