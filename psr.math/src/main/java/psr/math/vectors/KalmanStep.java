package psr.math.vectors;

import psr.math.Kernels;

/** The steps of Kalman's filter, in place. The state is x_{t|t−1} with covariance P, both in standard units. */
final class KalmanStep {

    private final LinearGaussian model;
    private final int n;
    /** Column of P Cᵀ, and work space. */
    private final double[] pc;
    private final double[] next;
    private final double[] product;

    KalmanStep(LinearGaussian model) {
        this.model = model;
        n = model.n();
        pc = new double[n];
        next = new double[n];
        product = new double[n * n];
    }

    /**
     * Conditions on a row, channel by channel, which is exact because their noise is independent. Missing ones are left out.
     *
     * @param u the inputs, from index {@code from}
     * @return the logarithm of the density of the row
     */
    double observe(double[] y, int at, double[] u, int from, double[] x, double[] p) {
        double logarithm = 0;
        for (int c = 0; c < model.d(); c++) {
            if (Double.isNaN(y[at + c])) {
                continue;
            }
            double expected = Kernels.rowDot(model.c(), c, n, x);
            for (int j = 0; j < model.m(); j++) {
                expected += model.e()[c * model.m() + j] * u[from + j];
            }
            double variance = model.r()[c];
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (int j = 0; j < n; j++) {
                    sum += p[i * n + j] * model.c()[c * n + j];
                }
                pc[i] = sum;
            }
            variance += Kernels.rowDot(model.c(), c, n, pc);
            double off = y[at + c] - expected;
            logarithm -= .5 * (Math.log(2 * Math.PI * variance) + off * off / variance);
            Kernels.add(off / variance, pc, n, x);
            Kernels.addOuter(-1 / variance, pc, n, pc, n, p);
        }
        return logarithm;
    }

    /** x ← A x + B u, P ← A P Aᵀ + Q. */
    void advance(double[] u, int from, double[] x, double[] p) {
        advanceMean(u, from, x);
        double[] a = model.a();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i * n + k] * p[k * n + j];
                }
                product[i * n + j] = sum;
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = .5 * (model.q()[i * n + j] + model.q()[j * n + i]);
                for (int k = 0; k < n; k++) {
                    sum += product[i * n + k] * a[j * n + k];
                }
                // Both triangles get the same bits, so that rounding errors do not grow.
                p[i * n + j] = sum;
                p[j * n + i] = sum;
            }
        }
    }

    /** x ← A x + B u. */
    void advanceMean(double[] u, int from, double[] x) {
        Kernels.multiply(model.a(), n, n, x, next);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < model.m(); j++) {
                next[i] += model.b()[i * model.m() + j] * u[from + j];
            }
        }
        System.arraycopy(next, 0, x, 0, n);
    }
}
