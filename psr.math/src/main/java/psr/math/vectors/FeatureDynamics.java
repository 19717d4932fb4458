package psr.math.vectors;

import java.util.Arrays;

import psr.math.Columns;
import psr.math.Kernels;

/**
 * A regression filter: q_{t+1} = Wᵀ g(x), x = (q_t, y_t, v_t), g = (x, 1, rff(x)) or (x, 1), with each coordinate clipped
 * to a range. The linear form is that of subspace identification.
 */
public final class FeatureDynamics implements Dynamics {

    private final int rank;
    private final int width;
    private final int inputWidth;
    private final int carried;
    private final RandomFeatures features;
    private final double[][] weights;
    private final double[] low;
    private final double[] high;
    /** The transpose of the weights; null if they are few. */
    private final double[][] columns;

    /** From this rank on, a step multiplies by columns. */
    private static final int COLUMNS = 8;

    /**
     * The arrays are not copied: do not modify them.
     *
     * @param rank r, the length of the state
     * @param width d, the length of a row
     * @param inputWidth m, the length of an input
     * @param carried how many of the last coordinates of the state hold the input of the next row: 0 or m
     * @param features the random features of x; null for a linear filter
     * @param weights Wᵀ: r arrays, one number for each feature
     * @param low the least value of each coordinate of the state
     * @param high the greatest value of each coordinate of the state
     */
    public FeatureDynamics(int rank, int width, int inputWidth, int carried, RandomFeatures features,
            double[][] weights, double[] low, double[] high) {
        this.rank = rank;
        this.width = width;
        this.inputWidth = inputWidth;
        this.carried = carried;
        this.features = features;
        this.weights = weights;
        this.low = low;
        this.high = high;
        columns = features == null || rank < COLUMNS || weights == null ? null : Readout.transposed(weights, 0, count());
    }

    /** n, the length of x. */
    int inputs() {
        return rank + width + inputWidth;
    }

    /** The number of features, n + 1 and the random ones. */
    public int count() {
        return inputs() + 1 + (features == null ? 0 : features.count());
    }

    /** The random features; null if the filter is linear. */
    public RandomFeatures features() {
        return features;
    }

    /** Wᵀ; do not modify it. */
    public double[][] weights() {
        return weights;
    }

    /** How many of the last coordinates of the state hold the input of the next row. */
    public int carried() {
        return carried;
    }

    /** The least value of each coordinate; do not modify it. */
    public double[] low() {
        return low;
    }

    /** The greatest value of each coordinate; do not modify it. */
    public double[] high() {
        return high;
    }

    /** The same filter with other weights; its steps use the weights that it is made with, even if they change. */
    FeatureDynamics with(double[][] otherWeights) {
        return new FeatureDynamics(rank, width, inputWidth, carried, features, otherWeights, low, high);
    }

    @Override
    public int dimension() {
        return rank;
    }

    @Override
    public double[][] work() {
        double[][] work = new double[1 + RandomFeatures.WORK][];
        work[0] = new double[count()];
        System.arraycopy(RandomFeatures.work(features), 0, work, 1, RandomFeatures.WORK);
        return work;
    }

    @Override
    public void begin(double[] v, double[] q) {
        Arrays.fill(q, 0, rank, 0);
        System.arraycopy(v, 0, q, rank - carried, carried);
    }

    @Override
    public void step(double[] q, double[] y, double[] v, double[][] work, double[] next) {
        double[] z = work[0];
        features(q, y, v, z, work, 1);
        int n = count();
        if (columns == null) {
            for (int i = 0; i < rank; i++) {
                next[i] = FixedSums.dot(n, weights[i], z);
            }
        } else {
            multiply(n, z, next);
        }
        for (int i = 0; i < rank; i++) {
            next[i] = Math.max(low[i], Math.min(high[i], next[i]));
        }
    }

    /** next ← Wᵀ z by columns, which the JIT compiler vectorizes. */
    private void multiply(int n, double[] z, double[] next) {
        Arrays.fill(next, 0, rank, 0);
        int i = 0;
        for (; i + 5 <= n; i += 5) {
            Columns.add5(rank, z[i], columns[i], z[i + 1], columns[i + 1], z[i + 2], columns[i + 2], z[i + 3], columns[i + 3],
                    z[i + 4], columns[i + 4], next);
        }
        for (; i < n; i++) {
            Kernels.add(z[i], columns[i], rank, next);
        }
    }

    /** z ← g(q, y, v). work: for the random features, from index {@code first}. */
    void features(double[] q, double[] y, double[] v, double[] z, double[][] work, int first) {
        int n = inputs();
        System.arraycopy(q, 0, z, 0, rank);
        System.arraycopy(y, 0, z, rank, width);
        System.arraycopy(v, 0, z, rank + width, inputWidth);
        z[n] = 1;
        if (features != null) {
            features.apply(z, work, first, z, n + 1);
        }
    }

    /** gx ← gx + the gradient with respect to (q, y, v). z: the features; gz: the gradient with respect to them. */
    void backward(double[] z, double[] gz, double[] work, double[] gx) {
        int n = inputs();
        Kernels.add(1, gz, n, gx);
        if (features != null) {
            features.backward(z, gz, n + 1, work, gx);
        }
    }
}
