package psr.math.optimization;

import java.util.Arrays;

import psr.math.Kernels;

/** Finds the distribution nearest to some numbers. */
public final class Simplex {

    /** The largest number of least-squares steps, and the change below which they have converged. */
    private static final int STEPS = 20_000;
    private static final double STILL = 1e-12;

    private Simplex() {}

    /**
     * Replaces n numbers by the nearest distribution (Held, Wolfe, Crowder 1974): max(x − τ, 0) with the τ that makes it
     * sum to one. If a number is not finite, by the uniform distribution.
     *
     * @param x modified, starting at index {@code from}
     */
    public static void project(double[] x, int from, int n) {
        double[] sorted = Arrays.copyOfRange(x, from, from + n);
        for (double v : sorted) {
            if (!Double.isFinite(v)) {
                Arrays.fill(x, from, from + n, 1.0 / n);
                return;
            }
        }
        Arrays.sort(sorted);
        double sum = 0;
        double tau = 0;
        for (int k = 1; k <= n; k++) {
            sum += sorted[n - k];
            double candidate = (sum - 1) / k;
            if (sorted[n - k] > candidate) {
                tau = candidate;
            }
        }
        double total = 0;
        for (int k = from; k < from + n; k++) {
            x[k] = Math.max(x[k] - tau, 0);
            total += x[k];
        }
        for (int k = from; k < from + n; k++) {
            x[k] /= total;
        }
    }

    /**
     * The distribution p that minimizes ‖A p − y‖², by accelerated projected gradients (Beck, Teboulle 2009), starting
     * from the uniform one.
     *
     * @param a rows×m, row-major, not modified
     * @param y rows numbers, not modified
     */
    public static double[] leastSquares(double[] a, int rows, int m, double[] y) {
        double[] gram = new double[m * m];
        double[] right = new double[m];
        for (int r = 0; r < rows; r++) {
            for (int i = 0; i < m; i++) {
                double v = a[r * m + i];
                right[i] += v * y[r];
                for (int j = 0; j < m; j++) {
                    gram[i * m + j] += v * a[r * m + j];
                }
            }
        }
        // The largest row sum of |AᵀA| bounds its largest eigenvalue.
        double curvature = Double.MIN_NORMAL;
        for (int i = 0; i < m; i++) {
            curvature = Math.max(curvature, Kernels.normL1(Arrays.copyOfRange(gram, i * m, (i + 1) * m)));
        }
        double[] p = new double[m];
        Arrays.fill(p, 1.0 / m);
        double[] ahead = p.clone();
        double[] old = new double[m];
        double[] slope = new double[m];
        double momentum = 1;
        for (int step = 0; step < STEPS; step++) {
            System.arraycopy(p, 0, old, 0, m);
            Kernels.multiply(gram, m, m, ahead, slope);
            for (int i = 0; i < m; i++) {
                p[i] = ahead[i] - (slope[i] - right[i]) / curvature;
            }
            project(p, 0, m);
            double following = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
            double moved = 0;
            double uphill = 0;
            for (int i = 0; i < m; i++) {
                moved = Math.max(moved, Math.abs(p[i] - old[i]));
                uphill += (ahead[i] - p[i]) * (p[i] - old[i]);
            }
            // Reset momentum that points uphill (O'Donoghue, Candès 2015).
            double carried = uphill > 0 ? 0 : (momentum - 1) / following;
            momentum = uphill > 0 ? 1 : following;
            for (int i = 0; i < m; i++) {
                ahead[i] = p[i] + carried * (p[i] - old[i]);
            }
            if (moved < STILL) {
                break;
            }
        }
        return p;
    }
}
