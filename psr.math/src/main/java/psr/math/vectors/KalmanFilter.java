package psr.math.vectors;

import java.util.Arrays;

import psr.math.Kernels;

/** The filter of a {@link KalmanModel}. */
final class KalmanFilter implements RowFilter {

    private final KalmanModel owner;
    private final Standardization scale;
    private final LinearGaussian model;
    private final KalmanStep step;
    private final double[] x;
    private final double[] p;
    private final double[] row;
    private final double[] input;
    private final double[] ahead;
    private final double[] aheadCovariance;
    private final double[] product;

    KalmanFilter(KalmanModel owner) {
        this.owner = owner;
        scale = owner.scale();
        model = owner.linear();
        step = new KalmanStep(model);
        int n = model.n();
        x = new double[n];
        p = new double[n * n];
        row = new double[model.d()];
        input = new double[model.m()];
        ahead = new double[n];
        aheadCovariance = new double[n * n];
        product = new double[n];
        reset();
    }

    @Override
    public void reset() {
        System.arraycopy(model.first(), 0, x, 0, x.length);
        System.arraycopy(model.firstCovariance(), 0, p, 0, p.length);
    }

    @Override
    public void update(double[] observed, double[] inputs, int from) {
        scale.observation(observed, row);
        scale.input(inputs, from, input);
        step.observe(row, 0, input, 0, x, p);
        step.advance(input, 0, x, p);
        // An unstable model leaves the range of numbers if rows stay missing.
        for (int i = 0; i < x.length; i++) {
            if (!(Math.abs(x[i]) < Double.MAX_VALUE) || !(Math.abs(p[i * x.length + i]) < Double.MAX_VALUE)) {
                reset();
                return;
            }
        }
    }

    @Override
    public void mean(int rows, double[] inputs, int from, double[] into) {
        if (rows < 1) {
            throw new IllegalArgumentException("a forecast must be at least 1 row ahead; found " + rows);
        }
        int m = model.m();
        System.arraycopy(x, 0, ahead, 0, x.length);
        for (int k = 0; k < rows - 1; k++) {
            scale.input(inputs, from + k * m, input);
            step.advanceMean(input, 0, ahead);
        }
        scale.input(inputs, from + (rows - 1) * m, input);
        for (int c = 0; c < model.d(); c++) {
            double sum = Kernels.rowDot(model.c(), c, x.length, ahead);
            for (int j = 0; j < m; j++) {
                sum += model.e()[c * m + j] * input[j];
            }
            into[c] = Math.max(-scale.limit(), Math.min(scale.limit(), sum));
        }
        scale.original(into, into);
    }

    @Override
    public void covariance(int rows, double[] into) {
        int d = model.d();
        int n = x.length;
        System.arraycopy(p, 0, aheadCovariance, 0, p.length);
        for (int k = 0; k < rows - 1; k++) {
            Arrays.fill(input, 0);
            step.advance(input, 0, ahead, aheadCovariance);
        }
        for (int c = 0; c < d; c++) {
            for (int i = 0; i < n; i++) {
                product[i] = 0;
                for (int j = 0; j < n; j++) {
                    product[i] += aheadCovariance[i * n + j] * model.c()[c * n + j];
                }
            }
            for (int b = 0; b <= c; b++) {
                // Both triangles get the same bits.
                into[c * d + b] = Kernels.rowDot(model.c(), b, n, product) + (b == c ? model.r()[c] : 0);
                into[b * d + c] = into[c * d + b];
            }
        }
        for (int c = 0; c < d; c++) {
            for (int b = 0; b < c; b++) {
                into[c * d + b] = .5 * (into[c * d + b] + into[b * d + c]);
                into[b * d + c] = into[c * d + b];
            }
        }
        scale.originalCovariance(into, into);
    }

    @Override
    public RowFilter copy() {
        KalmanFilter copy = new KalmanFilter(owner);
        System.arraycopy(x, 0, copy.x, 0, x.length);
        System.arraycopy(p, 0, copy.p, 0, p.length);
        return copy;
    }
}
