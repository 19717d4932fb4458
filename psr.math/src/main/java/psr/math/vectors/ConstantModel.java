package psr.math.vectors;

import java.util.Arrays;

/**
 * Forecasts the mean of the training data. Immutable. The arrays are not copied: do not modify them.
 *
 * @param inputWidth m, the number of input channels, which are ignored
 * @param mean of each channel
 * @param variance of each channel
 */
public record ConstantModel(int inputWidth, double[] mean, double[] variance) implements RowModel {

    /** Means and variances; of a channel that does not vary, the variance is 0. */
    public static ConstantModel learn(Rows rows) {
        Standardization scale = Standardization.of(rows);
        int d = rows.width();
        double[] sums = new double[d];
        double[] counts = new double[d];
        for (int i = 0; i < rows.count(); i++) {
            double[] y = rows.observations(i);
            for (int k = 0; k < y.length; k++) {
                int c = k % d;
                double off = (y[k] - scale.mean()[c]) / scale.deviation()[c];
                if (!Double.isNaN(off)) {
                    sums[c] += off * off;
                    counts[c]++;
                }
            }
        }
        double[] variance = new double[d];
        for (int c = 0; c < d; c++) {
            double deviation = Math.sqrt(sums[c] / Math.max(1, counts[c])) * scale.deviation()[c];
            variance[c] = Math.min(Double.MAX_VALUE, deviation * deviation);
        }
        return new ConstantModel(rows.inputWidth(), scale.mean(), variance);
    }

    /** into ← the diagonal matrix of these variances. */
    static void diagonal(double[] variances, double[] into) {
        int d = variances.length;
        Arrays.fill(into, 0, d * d, 0);
        for (int c = 0; c < d; c++) {
            into[c * d + c] = variances[c];
        }
    }

    @Override
    public int width() {
        return mean.length;
    }

    @Override
    public RowFilter start() {
        return new Filter();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ConstantModel that && inputWidth == that.inputWidth && Arrays.equals(mean, that.mean)
                && Arrays.equals(variance, that.variance);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(mean);
    }

    @Override
    public String toString() {
        return "the means " + Arrays.toString(mean);
    }

    private final class Filter implements RowFilter {

        @Override
        public void reset() {
            // The state consists of the means only.
        }

        @Override
        public void update(double[] row, double[] inputs, int from) {
            // Rows are ignored.
        }

        @Override
        public void mean(int ahead, double[] inputs, int from, double[] into) {
            System.arraycopy(mean, 0, into, 0, mean.length);
        }

        @Override
        public void covariance(int ahead, double[] into) {
            diagonal(variance, into);
        }

        @Override
        public RowFilter copy() {
            return this;
        }
    }
}
