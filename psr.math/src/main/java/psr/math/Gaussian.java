package psr.math;

import java.util.random.RandomGenerator;

/** Normal distributions with a mean and a covariance matrix, d×d, row-major. */
public final class Gaussian {

    private Gaussian() {}

    /**
     * log N(row; mean, covariance) over the values that are not NaN; 0 if all are. A direction without variance gets the smallest
     * positive one, so that the logarithm is finite.
     */
    public static double logDensity(double[] row, double[] mean, double[] covariance) {
        int d = row.length;
        int[] present = new int[d];
        int n = 0;
        for (int c = 0; c < d; c++) {
            if (!Double.isNaN(row[c])) {
                present[n++] = c;
            }
        }
        // covariance = L Lᵀ; then |L⁻¹ e|² and the sum of the logarithms of the diagonal.
        double[] factor = factor(covariance, d, present, n, Double.MIN_NORMAL);
        double[] solved = new double[n];
        double logarithm = -n * Math.log(2 * Math.PI) / 2;
        for (int a = 0; a < n; a++) {
            double residual = row[present[a]] - mean[present[a]];
            for (int b = 0; b < a; b++) {
                residual -= factor[a * n + b] * solved[b];
            }
            solved[a] = residual / factor[a * n + a];
            logarithm -= solved[a] * solved[a] / 2 + Math.log(factor[a * n + a]);
        }
        return logarithm;
    }

    /** row ← a random draw. */
    public static void draw(double[] mean, double[] covariance, RandomGenerator random, double[] row) {
        int d = mean.length;
        int[] all = new int[d];
        double[] noise = new double[d];
        for (int c = 0; c < d; c++) {
            all[c] = c;
            noise[c] = random.nextGaussian();
        }
        double[] factor = factor(covariance, d, all, d, 0);
        for (int a = 0; a < d; a++) {
            row[a] = mean[a];
            for (int b = 0; b <= a; b++) {
                row[a] += factor[a * d + b] * noise[b];
            }
        }
    }

    /** The Cholesky factor of some rows and columns; squares on the diagonal are at least {@code least}. */
    private static double[] factor(double[] covariance, int d, int[] chosen, int n, double least) {
        double[] factor = new double[n * n];
        for (int a = 0; a < n; a++) {
            for (int b = 0; b <= a; b++) {
                double sum = covariance[chosen[a] * d + chosen[b]];
                for (int k = 0; k < b; k++) {
                    sum -= factor[a * n + k] * factor[b * n + k];
                }
                if (a == b) {
                    factor[a * n + a] = Math.sqrt(Math.max(sum, least));
                } else {
                    factor[a * n + b] = factor[b * n + b] == 0 ? 0 : sum / factor[b * n + b];
                }
            }
        }
        return factor;
    }
}
