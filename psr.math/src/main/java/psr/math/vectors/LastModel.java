package psr.math.vectors;

import java.util.Arrays;

/**
 * Forecasts the last row that is a whole number of seasons before the one that is forecast; with a season of one row, the
 * last row. If a value is unknown, it forecasts its mean. Immutable. The arrays are not copied: do not modify them.
 *
 * @param inputWidth m, the number of input channels, which are ignored
 * @param lag the rows of a season, at least 1
 * @param mean of each channel
 * @param variances of the errors 1 … K rows ahead, of each channel
 */
public record LastModel(int inputWidth, int lag, double[] mean, double[][] variances) implements RowModel {

    /**
     * Measures the errors.
     *
     * @param horizon K
     */
    public static LastModel learn(Rows rows, int lag, int horizon, Progress progress) {
        ConstantModel constant = ConstantModel.learn(rows);
        int d = rows.width();
        double[][] sums = new double[horizon][d];
        double[][] counts = new double[horizon][d];
        LastModel model = new LastModel(rows.inputWidth(), lag, constant.mean(), sums);
        double[] row = new double[d];
        double[] mean = new double[d];
        for (int i = 0; i < rows.count(); i++) {
            progress.at("errors", i / (double) rows.count());
            RowFilter filter = model.start();
            double[] y = rows.observations(i);
            for (int t = 0; t < rows.length(i); t++) {
                for (int k = 1; k <= horizon && t >= lag && t + k <= rows.length(i); k++) {
                    filter.mean(k, null, 0, mean);
                    for (int c = 0; c < d; c++) {
                        // In units of the deviation, because squares of 1e200 are not finite.
                        double off = (y[(t + k - 1) * d + c] - mean[c]) / Math.sqrt(constant.variance()[c] + Double.MIN_NORMAL);
                        if (!Double.isNaN(off)) {
                            sums[k - 1][c] += off * off;
                            counts[k - 1][c]++;
                        }
                    }
                }
                System.arraycopy(y, t * d, row, 0, d);
                filter.update(row, null, 0);
                if (t % 10_000 == 9_999) {
                    progress.at("errors", (i + t / (double) rows.length(i)) / rows.count());
                }
            }
        }
        double[][] variances = new double[horizon][d];
        for (int k = 0; k < horizon; k++) {
            for (int c = 0; c < d; c++) {
                double relative = counts[k][c] == 0 ? 1 : sums[k][c] / counts[k][c];
                variances[k][c] = Math.min(Double.MAX_VALUE, relative * constant.variance()[c]);
            }
        }
        return new LastModel(rows.inputWidth(), lag, constant.mean(), variances);
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
        return other instanceof LastModel that && inputWidth == that.inputWidth && lag == that.lag
                && Arrays.equals(mean, that.mean) && Arrays.deepEquals(variances, that.variances);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(mean) * 31 + lag;
    }

    @Override
    public String toString() {
        return lag == 1 ? "the last row" : "the row " + lag + " rows before";
    }

    private final class Filter implements RowFilter {

        /** Row t is at t modulo the season; a value that is not known is the mean. */
        private final double[][] season = new double[lag][];
        private long t;

        Filter() {
            reset();
        }

        @Override
        public void reset() {
            Arrays.setAll(season, i -> season[i] == null ? mean.clone() : season[i]);
            for (double[] row : season) {
                System.arraycopy(mean, 0, row, 0, mean.length);
            }
            t = 0;
        }

        @Override
        public void update(double[] row, double[] inputs, int from) {
            double[] place = season[(int) (t++ % lag)];
            for (int c = 0; c < place.length; c++) {
                place[c] = Double.isNaN(row[c]) ? place[c] : row[c];
            }
        }

        @Override
        public void mean(int ahead, double[] inputs, int from, double[] into) {
            System.arraycopy(season[(int) ((t + ahead - 1) % lag)], 0, into, 0, mean.length);
        }

        @Override
        public void covariance(int ahead, double[] into) {
            ConstantModel.diagonal(variances[Math.min(ahead, variances.length) - 1], into);
        }

        @Override
        public RowFilter copy() {
            Filter copy = new Filter();
            for (int i = 0; i < lag; i++) {
                System.arraycopy(season[i], 0, copy.season[i], 0, mean.length);
            }
            copy.t = t;
            return copy;
        }
    }
}
