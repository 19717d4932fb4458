package psr.math.vectors;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import psr.math.Kernels;

/**
 * A linear Gaussian model: x_{t+1} = A x_t + B u_t + w_t, y_t = C x_t + E u_t + noise, x_0 ~ N(μ₀, P₀). Its filter is
 * Kalman's. All matrices are row-major and not copied: do not modify them.
 *
 * @param n the length of the state
 * @param m the length of an input
 * @param d the length of a row
 * @param a A, n×n
 * @param b B, n×m
 * @param c C, d×n
 * @param e E, d×m
 * @param q Q, the covariance of w_t, n×n
 * @param r the diagonal of R, the variances of the observation noise, d positive numbers
 * @param first μ₀, n
 * @param firstCovariance P₀, n×n
 */
public record LinearGaussian(int n, int m, int d, double[] a, double[] b, double[] c, double[] e, double[] q, double[] r,
        double[] first, double[] firstCovariance) {

    /** This model as a model of rows in other units. */
    public KalmanModel in(Standardization scale) {
        return new KalmanModel(scale, this);
    }

    /** This model in its own units. */
    public KalmanModel model() {
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        double[] inputOnes = new double[m];
        Arrays.fill(inputOnes, 1);
        // Squares of larger values, summed, would not be finite.
        return new KalmanModel(new Standardization(new double[d], ones, new double[m], inputOnes, 1e100), this);
    }

    /**
     * Draws a sequence.
     *
     * @param inputs row-major, one for each row
     * @param rootQ a matrix n×n whose product with its transpose is Q
     * @param state the first state; the last one afterwards
     */
    double[] sample(int length, double[] inputs, double[] rootQ, double[] state, RandomGenerator random) {
        double[] y = new double[length * d];
        double[] next = new double[n];
        for (int t = 0; t < length; t++) {
            for (int i = 0; i < d; i++) {
                double sum = Kernels.rowDot(c, i, n, state);
                for (int j = 0; j < m; j++) {
                    sum += e[i * m + j] * inputs[t * m + j];
                }
                y[t * d + i] = sum + Math.sqrt(r[i]) * random.nextGaussian();
            }
            Kernels.multiply(a, n, n, state, next);
            for (int k = 0; k < n; k++) {
                double push = random.nextGaussian();
                for (int i = 0; i < n; i++) {
                    next[i] += rootQ[i * n + k] * push;
                }
            }
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < m; j++) {
                    next[i] += b[i * m + j] * inputs[t * m + j];
                }
            }
            System.arraycopy(next, 0, state, 0, n);
        }
        return y;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LinearGaussian that && Arrays.equals(a, that.a) && Arrays.equals(b, that.b)
                && Arrays.equals(c, that.c) && Arrays.equals(e, that.e) && Arrays.equals(q, that.q)
                && Arrays.equals(r, that.r) && Arrays.equals(first, that.first)
                && Arrays.equals(firstCovariance, that.firstCovariance);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(a) * 31 + Arrays.hashCode(c);
    }

    @Override
    public String toString() {
        return "linear Gaussian model with " + n + " states, " + m + " inputs, " + d + " outputs";
    }
}
