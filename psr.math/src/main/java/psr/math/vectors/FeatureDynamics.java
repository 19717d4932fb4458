package psr.math.vectors;

import java.util.Arrays;

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

    /** The same filter with other weights. */
    FeatureDynamics with(double[][] otherWeights) {
        return new FeatureDynamics(rank, width, inputWidth, carried, features, otherWeights, low, high);
    }

    @Override
    public int dimension() {
        return rank;
    }

    @Override
    public double[][] work() {
        return new double[][] {new double[count()], new double[features == null ? 0 : features.work()]};
    }

    @Override
    public void begin(double[] v, double[] q) {
        Arrays.fill(q, 0, rank, 0);
        System.arraycopy(v, 0, q, rank - carried, carried);
    }

    @Override
    public void step(double[] q, double[] y, double[] v, double[][] work, double[] next) {
        double[] z = work[0];
        features(q, y, v, z, work[1]);
        int n = count();
        for (int i = 0; i < rank; i++) {
            next[i] = Math.max(low[i], Math.min(high[i], FixedSums.dot(n, weights[i], z)));
        }
    }

    /** z ← g(q, y, v). randomWork: for the random features. */
    void features(double[] q, double[] y, double[] v, double[] z, double[] randomWork) {
        int n = inputs();
        System.arraycopy(q, 0, z, 0, rank);
        System.arraycopy(y, 0, z, rank, width);
        System.arraycopy(v, 0, z, rank + width, inputWidth);
        z[n] = 1;
        if (features != null) {
            features.apply(z, randomWork, z, n + 1);
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
