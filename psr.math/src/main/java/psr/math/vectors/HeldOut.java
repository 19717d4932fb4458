package psr.math.vectors;

import java.util.Arrays;

/**
 * Errors of a model on held-out data. The record does not copy its arrays: do not modify them.
 *
 * @param mse for 1 … K rows ahead: the mean square of the error in units of the training deviation, over all channels
 * @param covariance for 1 … K rows ahead: the covariance of the error in the same units
 * @param count the number of forecasts one row ahead
 */
public record HeldOut(double[] mse, double[][] covariance, long count) {

    /**
     * Measures. Missing values are left out.
     *
     * @param scale the units
     * @param skip the first rows of each sequence, which the filter sees and is not judged by
     * @param distances how many rows ahead, ascending; the others have NaN
     */
    public static HeldOut of(RowModel model, Standardization scale, Rows rows, int skip, int... distances) {
        int d = rows.width();
        int m = rows.inputWidth();
        int horizon = distances[distances.length - 1];
        double[][] sums = new double[horizon][d * d];
        double[][] counts = new double[horizon][d * d];
        double[] row = new double[d];
        double[] mean = new double[d];
        RowFilter filter = model.start();
        for (int i = 0; i < rows.count(); i++) {
            filter.reset();
            double[] y = rows.observations(i);
            double[] u = rows.inputs(i);
            int first = Math.min(skip, rows.length(i) / 2);
            for (int t = 0; t < rows.length(i); t++) {
                for (int k : distances) {
                    if (t >= first && t + k <= rows.length(i)) {
                        filter.mean(k, u, t * m, mean);
                        add(y, (t + k - 1) * d, mean, scale, sums[k - 1], counts[k - 1]);
                    }
                }
                System.arraycopy(y, t * d, row, 0, d);
                filter.update(row, u, t * m);
            }
        }
        double[] mse = new double[horizon];
        Arrays.fill(mse, Double.NaN);
        for (int k : distances) {
            double total = 0;
            double n = 0;
            for (int a = 0; a < d; a++) {
                total += sums[k - 1][a * d + a];
                n += counts[k - 1][a * d + a];
            }
            mse[k - 1] = total / n;
            for (int j = 0; j < d * d; j++) {
                sums[k - 1][j] = counts[k - 1][j] == 0 ? 0 : sums[k - 1][j] / counts[k - 1][j];
            }
        }
        return new HeldOut(mse, sums, counts.length == 0 ? 0 : (long) counts[distances[0] - 1][0]);
    }

    private static void add(double[] y, int at, double[] mean, Standardization scale, double[] sums, double[] counts) {
        int d = mean.length;
        for (int c = 0; c < d; c++) {
            // NaN where the truth is missing
            mean[c] = (y[at + c] - mean[c]) / scale.deviation()[c];
        }
        for (int a = 0; a < d; a++) {
            for (int b = 0; b < d; b++) {
                double product = mean[a] * mean[b];
                if (!Double.isNaN(product)) {
                    sums[a * d + b] += product;
                    counts[a * d + b]++;
                }
            }
        }
    }

    /** The distances 1 … K. */
    public static int[] upTo(int horizon) {
        int[] all = new int[horizon];
        Arrays.setAll(all, k -> k + 1);
        return all;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HeldOut that && Arrays.equals(mse, that.mse);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(mse);
    }

    @Override
    public String toString() {
        return "mean squared errors " + Arrays.toString(mse);
    }
}
