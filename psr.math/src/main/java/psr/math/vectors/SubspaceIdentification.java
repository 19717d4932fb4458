package psr.math.vectors;

import psr.math.Kernels;
import psr.math.linear.Matrices;

/**
 * Subspace identification (Van Overschee, De Moor 1994) with canonical variates: states from the past by regression, then
 * x_{t+1} = A x_t + B u_t + G e_t, y_t = C x_t + E u_t + e_t by least squares, with the gain of
 * the noise that they leave.
 */
public final class SubspaceIdentification {

    /** A filter clips each coordinate of its state to this many times the range that it has in training. */
    private static final double RANGE = 1.5;

    /** The least variance of noise in standard units. */
    private static final double LEAST = 1e-9;

    /** The most steps of Riccati's equation, and the change below which they have converged. */
    private static final int RICCATI = 2_000;
    private static final double STILL = 1e-12;

    private SubspaceIdentification() {}

    /**
     * Settings.
     *
     * @param rank n, the length of the state
     * @param past p, the rows of the past
     * @param future f, the rows of the future
     * @param ridge λ, relative
     * @param horizon K, the number of readouts
     * @param positions the most positions that a regression uses
     */
    public record Settings(int rank, int past, int future, double ridge, int horizon, int positions) {

        /** The usual ones. */
        public static Settings usual() {
            return new Settings(4, 10, 10, 1e-5, 10, 100_000);
        }
    }

    /** Learns a model; the covariances of its errors follow from the model. */
    public static ReadoutModel learn(Rows rows, Settings settings, Progress progress) {
        Standardization scale = Standardization.of(rows);
        Rows data = Imputation.fill(scale.apply(rows));
        Identified found = identify(data, settings, progress);
        return found.model.withRange(scale, found.low, found.high, settings.horizon());
    }

    /** A model with the range of its states. */
    record Identified(InnovationForm model, double[] low, double[] high) {}

    /** Learns from standardized data without missing values. */
    static Identified identify(Rows data, Settings settings, Progress progress) {
        int d = data.width();
        int m = data.inputWidth();
        TwoStage.Settings regression = new TwoStage.Settings(settings.rank(), settings.past(), settings.future(),
                settings.ridge(), 1, true, 0, 0, 0, 1, settings.positions());
        StageOne first = StageOne.learn(data, regression, 0, null, progress);
        int n = first.rank();
        int p = settings.past();
        double[] z = new double[first.count()];
        double[] x = new double[n];
        NormalEquations equations = new NormalEquations(n + m + 1, n + d);
        double[] low = new double[n];
        double[] high = new double[n];
        Positions.visit(data, p, 1, settings.positions(), "states", progress, (i, t) -> {
            double[] row = equations.row();
            first.state(data, i, t, z, null, x);
            System.arraycopy(x, 0, row, 0, n);
            System.arraycopy(data.inputs(i), t * m, row, n, m);
            row[n + m] = 1;
            for (int k = 0; k < n; k++) {
                low[k] = Math.min(low[k], RANGE * x[k]);
                high[k] = Math.max(high[k], RANGE * x[k]);
            }
            first.state(data, i, t + 1, z, null, x);
            System.arraycopy(x, 0, row, n + m + 1, n);
            System.arraycopy(data.observations(i), t * d, row, n + m + 1 + n, d);
            equations.add();
        });
        double[][] w = equations.solve(settings.ridge());
        double[] all = Matrices.transpose(Matrices.flat(w, n + d), n + m + 1, n + d);
        double[] noise = equations.residualCovariance(w);
        double[] a = block(all, n + m + 1, 0, 0, n, n);
        double[] c = block(all, n + m + 1, n, 0, d, n);
        double[] r = block(noise, n + d, n, n, d, d);
        for (int k = 0; k < d; k++) {
            // Data without noise have none left.
            r[k * d + k] += LEAST;
        }
        Gain gain = gain(n, d, a, c, block(noise, n + d, 0, 0, n, n), block(noise, n + d, 0, n, n, d), r);
        return new Identified(new InnovationForm(n, m, d, a, block(all, n + m + 1, 0, n, n, m), c,
                block(all, n + m + 1, n, n, d, m), gain.gain, gain.covariance, block(all, n + m + 1, 0, n + m, n, 1),
                block(all, n + m + 1, n, n + m, d, 1)), low, high);
    }

    /** G, and the covariance of e_t. */
    record Gain(double[] gain, double[] covariance) {}

    /**
     * Kalman's steady gain, by iterating Riccati's equation. Unlike a regression on e_t, it makes a stable filter, also from
     * data with hardly any noise.
     *
     * @param q the covariance of what A x_t + B u_t leaves of x_{t+1}
     * @param s its covariance with what C x_t + E u_t leaves of y_t
     * @param r the covariance of the latter, positive definite
     */
    static Gain gain(int n, int d, double[] a, double[] c, double[] q, double[] s, double[] r) {
        double[] at = Matrices.transpose(a, n, n);
        double[] ct = Matrices.transpose(c, d, n);
        double[] p = Matrices.identity(n);
        Gain gain = null;
        for (int step = 0; step < RICCATI; step++) {
            double[] cp = Matrices.multiply(c, d, n, p, n);
            double[] covariance = sum(Matrices.multiply(cp, d, n, ct, d), r);
            // Gᵀ = (C P Cᵀ + R)⁻¹ (C P Aᵀ + Sᵀ)
            double[] product = sum(Matrices.multiply(cp, d, n, at, n), Matrices.transpose(s, n, d));
            double[][] turned = Matrices.rows(product, d, n);
            Cholesky.solve(Matrices.rows(covariance, d, d), turned, n);
            double[] gt = Matrices.flat(turned, n);
            gain = new Gain(Matrices.transpose(gt, d, n), covariance);
            double[] next = sum(Matrices.multiply(Matrices.multiply(a, n, n, p, n), n, n, at, n), q);
            Kernels.add(-1, Matrices.multiply(gain.gain, n, d, product, n), n * n, next);
            double moved = 0;
            for (int i = 0; i < n * n; i++) {
                moved = Math.max(moved, Math.abs(next[i] - p[i]));
            }
            p = next;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < i; j++) {
                    p[i * n + j] = .5 * (p[i * n + j] + p[j * n + i]);
                    p[j * n + i] = p[i * n + j];
                }
            }
            if (moved < STILL) {
                break;
            }
        }
        return gain;
    }

    private static double[] sum(double[] x, double[] y) {
        Kernels.add(1, y, y.length, x);
        return x;
    }

    /** Part of a matrix with {@code cols} columns. */
    private static double[] block(double[] matrix, int cols, int row, int col, int rows, int count) {
        double[] block = new double[rows * count];
        for (int i = 0; i < rows; i++) {
            System.arraycopy(matrix, (row + i) * cols + col, block, i * count, count);
        }
        return block;
    }
}
