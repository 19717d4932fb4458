package psr.math.vectors;

import java.util.List;

/** Kingma and Ba's stochastic gradient method, with their constants. Not thread-safe. */
final class Adam {

    private static final double FIRST = .9;
    private static final double SECOND = .999;
    private static final double TINY = 1e-8;

    private final List<double[][]> parameters;
    private final double[][][] means;
    private final double[][][] squares;
    private double firstPower = 1;
    private double secondPower = 1;

    /** A method that modifies these parameters. */
    Adam(List<double[][]> parameters) {
        this.parameters = parameters;
        means = zeros(parameters);
        squares = zeros(parameters);
    }

    /** Zeros of the same sizes. */
    static double[][][] zeros(List<double[][]> shape) {
        double[][][] all = new double[shape.size()][][];
        for (int k = 0; k < all.length; k++) {
            double[][] matrix = shape.get(k);
            all[k] = new double[matrix.length][];
            for (int i = 0; i < matrix.length; i++) {
                all[k][i] = new double[matrix[i].length];
            }
        }
        return all;
    }

    /** Makes one step down the gradient, of this length in each parameter at first, and sets the gradient to zero. */
    void step(double rate, double[][][] gradient) {
        firstPower *= FIRST;
        secondPower *= SECOND;
        double scale = rate * Math.sqrt(1 - secondPower) / (1 - firstPower);
        for (int k = 0; k < gradient.length; k++) {
            for (int i = 0; i < gradient[k].length; i++) {
                double[] g = gradient[k][i];
                double[] mean = means[k][i];
                double[] square = squares[k][i];
                double[] x = parameters.get(k)[i];
                for (int j = 0; j < g.length; j++) {
                    mean[j] = FIRST * mean[j] + (1 - FIRST) * g[j];
                    square[j] = SECOND * square[j] + (1 - SECOND) * g[j] * g[j];
                    x[j] -= scale * mean[j] / (Math.sqrt(square[j]) + TINY);
                    g[j] = 0;
                }
            }
        }
    }
}
