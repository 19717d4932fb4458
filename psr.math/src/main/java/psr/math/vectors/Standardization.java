package psr.math.vectors;

import java.util.Arrays;

/**
 * Means and deviations of the training data, missing values left out. A channel that does not vary has deviation 1; one
 * without any value has mean 0. The record does not copy its arrays: do not modify them.
 *
 * @param mean of each observed channel
 * @param deviation of each observed channel, positive
 * @param inputMean of each input channel
 * @param inputDeviation of each input channel, positive
 * @param limit the largest size of a standardized value that a filter accepts; larger ones are clipped
 */
public record Standardization(double[] mean, double[] deviation, double[] inputMean, double[] inputDeviation,
        double limit) {

    /** A channel whose deviation is below this fraction of its size does not vary: the rest is rounding error. */
    private static final double CONSTANT = 1e-12;

    /** A filter clips values beyond this many times the largest in the training data, so that squares stay finite. */
    private static final double BEYOND = 10;

    /** The scale of these data. */
    public static Standardization of(Rows rows) {
        double[] mean = new double[rows.width()];
        double[] deviation = new double[rows.width()];
        double[] inputMean = new double[rows.inputWidth()];
        double[] inputDeviation = new double[rows.inputWidth()];
        double largest = Math.max(scale(rows, false, mean, deviation), scale(rows, true, inputMean, inputDeviation));
        return new Standardization(mean, deviation, inputMean, inputDeviation, BEYOND * Math.max(1, largest));
    }

    /** Fills mean and deviation, and returns the largest size of a standardized value. */
    private static double scale(Rows rows, boolean inputs, double[] mean, double[] deviation) {
        int width = mean.length;
        double[] count = new double[width];
        double[] size = new double[width];
        double[] low = new double[width];
        double[] high = new double[width];
        Arrays.fill(low, Double.POSITIVE_INFINITY);
        Arrays.fill(high, Double.NEGATIVE_INFINITY);
        for (int i = 0; i < rows.count(); i++) {
            double[] values = inputs ? rows.inputs(i) : rows.observations(i);
            for (int k = 0; k < values.length; k++) {
                int c = k % width;
                if (!Double.isNaN(values[k])) {
                    count[c]++;
                    mean[c] += (values[k] - mean[c]) / count[c];
                    low[c] = Math.min(low[c], values[k]);
                    high[c] = Math.max(high[c], values[k]);
                }
            }
        }
        for (int c = 0; c < width; c++) {
            size[c] = Math.max(Math.abs(low[c]), Math.abs(high[c]));
        }
        // The second pass divides by the size first: the squares of 1e200 are not finite.
        for (int i = 0; i < rows.count(); i++) {
            double[] values = inputs ? rows.inputs(i) : rows.observations(i);
            for (int k = 0; k < values.length; k++) {
                int c = k % width;
                if (!Double.isNaN(values[k]) && size[c] > 0) {
                    double off = values[k] / size[c] - mean[c] / size[c];
                    deviation[c] += off * off;
                }
            }
        }
        double largest = 0;
        for (int c = 0; c < width; c++) {
            double relative = count[c] > 0 ? Math.sqrt(deviation[c] / count[c]) : 0;
            deviation[c] = relative > CONSTANT ? relative * size[c] : 1;
            if (count[c] > 0) {
                largest = Math.max(largest, Math.max(high[c] - mean[c], mean[c] - low[c]) / deviation[c]);
            }
        }
        return largest;
    }

    /** The data in standard units; missing values stay missing. */
    public Rows apply(Rows rows) {
        double[][] y = new double[rows.count()][];
        double[][] u = new double[rows.count()][];
        for (int i = 0; i < rows.count(); i++) {
            y[i] = rows.observations(i).clone();
            u[i] = rows.inputs(i).clone();
            standardize(y[i], mean, deviation, limit);
            standardize(u[i], inputMean, inputDeviation, limit);
        }
        return new Rows(rows.width(), y, rows.inputWidth(), u);
    }

    private static void standardize(double[] values, double[] mean, double[] deviation, double limit) {
        for (int k = 0; k < values.length; k++) {
            int c = k % mean.length;
            values[k] = clip((values[k] - mean[c]) / deviation[c], limit);
        }
    }

    /** NaN stays NaN. */
    private static double clip(double value, double limit) {
        return Math.max(-limit, Math.min(limit, value));
    }

    /** z ← an observed row in standard units, clipped. Missing values stay missing. */
    public void observation(double[] row, double[] z) {
        for (int c = 0; c < mean.length; c++) {
            z[c] = clip((row[c] - mean[c]) / deviation[c], limit);
        }
    }

    /** z ← the input row that starts at {@code from}, in standard units, clipped; a missing value becomes the mean. */
    public void input(double[] inputs, int from, double[] z) {
        for (int c = 0; c < inputMean.length; c++) {
            double v = inputs[from + c];
            z[c] = Double.isNaN(v) ? 0 : clip((v - inputMean[c]) / inputDeviation[c], limit);
        }
    }

    /** row ← a row in the user's units. z may be row. */
    public void original(double[] z, double[] row) {
        for (int c = 0; c < mean.length; c++) {
            row[c] = mean[c] + deviation[c] * z[c];
        }
    }

    /** s ← the covariance in the user's units. Both d×d. */
    public void originalCovariance(double[] z, double[] s) {
        int d = mean.length;
        for (int a = 0; a < d; a++) {
            for (int b = 0; b < d; b++) {
                s[a * d + b] = deviation[a] * deviation[b] * z[a * d + b];
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Standardization that && Arrays.equals(mean, that.mean)
                && Arrays.equals(deviation, that.deviation) && Arrays.equals(inputMean, that.inputMean)
                && Arrays.equals(inputDeviation, that.inputDeviation) && limit == that.limit;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(mean) * 31 + Arrays.hashCode(deviation);
    }

    @Override
    public String toString() {
        return "means " + Arrays.toString(mean) + ", deviations " + Arrays.toString(deviation);
    }
}
