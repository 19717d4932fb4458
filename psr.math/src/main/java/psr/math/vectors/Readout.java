package psr.math.vectors;

import java.util.Arrays;

/**
 * Forecasts of one row: Rᵀ (x, 1, rff(x)) with x = (q_t, v_t, …), the state and the inputs of the rows up to the one that
 * is forecast. Immutable and thread-safe.
 */
public final class Readout {

    private final int inputs;
    private final RandomFeatures features;
    private final double[][] weights;

    /**
     * The arrays are not copied: do not modify them.
     *
     * @param inputs the length of x
     * @param features the random features of x; null if there are none
     * @param weights Rᵀ: an array for each channel, with one number for each feature
     */
    public Readout(int inputs, RandomFeatures features, double[][] weights) {
        this.inputs = inputs;
        this.features = features;
        this.weights = weights;
    }

    /** The length of x. */
    public int inputs() {
        return inputs;
    }

    /** The random features; null if there are none. */
    public RandomFeatures features() {
        return features;
    }

    /** Rᵀ; do not modify it. */
    public double[][] weights() {
        return weights;
    }

    /** The number of features. */
    public int count() {
        return inputs + 1 + (features == null ? 0 : features.count());
    }

    /** Work space for any of these readouts. */
    static double[][] work(Readout... readouts) {
        return RandomFeatures.work(Arrays.stream(readouts).map(Readout::features).toArray(RandomFeatures[]::new));
    }

    /** z[n…] ← the other features, where z[0 … n−1] is x. */
    void complete(double[] z, double[][] work) {
        z[inputs] = 1;
        if (features != null) {
            features.apply(z, work, 0, z, inputs + 1);
        }
    }

    /** into ← the forecast, where z[0 … n−1] is x. work: for the random features. */
    void apply(double[] z, double[][] work, double[] into) {
        complete(z, work);
        int n = count();
        for (int c = 0; c < weights.length; c++) {
            into[c] = FixedSums.dot(n, weights[c], z);
        }
    }

    /** The same readout with other weights. */
    Readout with(double[][] others) {
        return new Readout(inputs, features, others);
    }

    /** The transpose of coefficients that {@link NormalEquations#solve} gives; columns from {@code at}. */
    static double[][] transposed(double[][] coefficients, int at, int count) {
        double[][] turned = new double[count][coefficients.length];
        for (int i = 0; i < coefficients.length; i++) {
            for (int c = 0; c < count; c++) {
                turned[c][i] = coefficients[i][at + c];
            }
        }
        return turned;
    }

    @Override
    public String toString() {
        return "readout of " + count() + " features, weights " + Arrays.deepToString(weights);
    }
}
