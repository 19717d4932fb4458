package psr.math.vectors;

import java.util.Arrays;

import psr.math.Kernels;
import psr.math.linear.Matrices;

/**
 * A linear model in innovation form, in standard units: x_{t+1} = A x_t + B u_t + a + G e_t, y_t = C x_t + E u_t + c + e_t.
 * All matrices are row-major and not copied: do not modify them.
 *
 * @param n the length of the state
 * @param m the length of an input
 * @param d the length of a row
 * @param a A, n×n
 * @param b B, n×m
 * @param c C, d×n
 * @param e E, d×m
 * @param g G, n×d, the gain
 * @param noise the covariance of e_t, d×d
 * @param stateOffset a, n: what is not 0 because states and rows have mean 0 over somewhat different rows
 * @param rowOffset c, d
 */
record InnovationForm(int n, int m, int d, double[] a, double[] b, double[] c, double[] e, double[] g, double[] noise,
        double[] stateOffset, double[] rowOffset) {

    /** A model of rows. low, high: the range of the states. horizon: K, the number of readouts. */
    ReadoutModel withRange(Standardization scale, double[] low, double[] high, int horizon) {
        // The state is (x_t, u_t), because q_t knows the input of row t.
        int r = n + m;
        double[][] weights = new double[r][r + d + m + 1];
        double[] gc = Matrices.multiply(g, n, d, c, n);
        double[] ge = Matrices.multiply(g, n, d, e, m);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                weights[i][j] = a[i * n + j] - gc[i * n + j];
            }
            for (int j = 0; j < m; j++) {
                weights[i][n + j] = b[i * m + j] - ge[i * m + j];
            }
            System.arraycopy(g, i * d, weights[i], r, d);
            weights[i][r + d + m] = stateOffset[i] - Kernels.rowDot(g, i, d, rowOffset);
        }
        for (int j = 0; j < m; j++) {
            weights[n + j][r + d + j] = 1;
        }
        double[] lowest = Arrays.copyOf(low, r);
        double[] highest = Arrays.copyOf(high, r);
        Arrays.fill(lowest, n, r, -scale.limit());
        Arrays.fill(highest, n, r, scale.limit());
        return new ReadoutModel(scale, new FeatureDynamics(r, d, m, m, null, weights, lowest, highest), readouts(horizon),
                new boolean[horizon], covariances(horizon));
    }

    private Readout[] readouts(int horizon) {
        Readout[] readouts = new Readout[horizon];
        double[][] powers = new double[horizon][];
        powers[0] = c;
        for (int k = 1; k < horizon; k++) {
            powers[k] = Matrices.multiply(powers[k - 1], d, n, a, n);
        }
        for (int k = 1; k <= horizon; k++) {
            // y_{t+k−1} = C A^{k−1} x_t + Σ_j C A^{k−2−j} B u_{t+j} + E u_{t+k−1}
            int inputs = n + k * m;
            double[][] weights = new double[d][inputs + 1];
            for (int i = 0; i < d; i++) {
                System.arraycopy(powers[k - 1], i * n, weights[i], 0, n);
                for (int j = 0; j < k - 1; j++) {
                    double[] cab = Matrices.multiply(powers[k - 2 - j], d, n, b, m);
                    System.arraycopy(cab, i * m, weights[i], n + j * m, m);
                }
                System.arraycopy(e, i * m, weights[i], n + (k - 1) * m, m);
                weights[i][inputs] = rowOffset[i];
                for (int j = 0; j < k - 1; j++) {
                    weights[i][inputs] += Kernels.rowDot(powers[j], i, n, stateOffset);
                }
            }
            readouts[k - 1] = new Readout(inputs, null, weights);
        }
        return readouts;
    }

    /** Of the errors 1 … K rows ahead: C P_k Cᵀ + S, P_1 = 0, P_{k+1} = A P_k Aᵀ + G S Gᵀ. */
    private double[][] covariances(int horizon) {
        double[][] all = new double[horizon][];
        double[] p = new double[n * n];
        double[] gsg = Matrices.multiply(Matrices.multiply(g, n, d, noise, d), n, d, Matrices.transpose(g, n, d), n);
        double[] at = Matrices.transpose(a, n, n);
        double[] ct = Matrices.transpose(c, d, n);
        for (int k = 0; k < horizon; k++) {
            all[k] = Matrices.multiply(Matrices.multiply(c, d, n, p, n), d, n, ct, d);
            for (int j = 0; j < d * d; j++) {
                all[k][j] += noise[j];
            }
            p = Matrices.multiply(Matrices.multiply(a, n, n, p, n), n, n, at, n);
            for (int j = 0; j < n * n; j++) {
                p[j] += gsg[j];
            }
        }
        return all;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof InnovationForm that && Arrays.equals(a, that.a) && Arrays.equals(b, that.b)
                && Arrays.equals(c, that.c) && Arrays.equals(e, that.e) && Arrays.equals(g, that.g)
                && Arrays.equals(noise, that.noise);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(a) * 31 + Arrays.hashCode(c);
    }

    @Override
    public String toString() {
        return "linear model with " + n + " states, " + m + " inputs, " + d + " outputs";
    }
}
