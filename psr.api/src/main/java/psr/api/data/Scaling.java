package psr.api.data;

/**
 * Mean and standard deviation of each channel, to convert rows to and from standard units, in which each channel has mean
 * 0 and deviation 1. Missing values do not count; a constant channel, or one without values, has deviation 1. Immutable
 * and thread-safe.
 */
public final class Scaling {

    private final double[] mean;
    private final double[] deviation;

    private Scaling(double[] mean, double[] deviation) {
        this.mean = mean;
        this.deviation = deviation;
    }

    /** The means and deviations of some data. */
    public static Scaling of(Vectors data) {
        int d = data.channels().size();
        double[] mean = new double[d];
        double[] deviation = new double[d];
        double[] row = new double[d];
        long[] present = new long[d];
        // Two passes: the squares of large means would swamp small deviations.
        for (int i = 0; i < data.count(); i++) {
            for (int t = 0; t < data.length(i); t++) {
                data.row(i, t, row);
                for (int c = 0; c < d; c++) {
                    if (!Double.isNaN(row[c])) {
                        // A running mean cannot overflow.
                        mean[c] += (row[c] - mean[c]) / ++present[c];
                    }
                }
            }
        }
        for (int i = 0; i < data.count(); i++) {
            for (int t = 0; t < data.length(i); t++) {
                data.row(i, t, row);
                for (int c = 0; c < d; c++) {
                    if (!Double.isNaN(row[c])) {
                        deviation[c] = Math.hypot(deviation[c], row[c] - mean[c]);
                    }
                }
            }
        }
        for (int c = 0; c < d; c++) {
            deviation[c] /= Math.sqrt((double) Math.max(1, present[c]));
            // Rounding leaves a constant channel with a tiny deviation.
            if (!(deviation[c] > 1e-12 * Math.abs(mean[c]))) {
                deviation[c] = 1;
            }
        }
        return of(mean, deviation);
    }

    /**
     * Given means and deviations, copied, for reading a saved model.
     *
     * @throws IllegalArgumentException if the sizes differ, a number is not finite, or a deviation is not above 0
     */
    public static Scaling of(double[] mean, double[] deviation) {
        if (mean.length != deviation.length) {
            throw new IllegalArgumentException("there must be a deviation for each of the " + mean.length + " means; found "
                    + deviation.length);
        }
        for (int c = 0; c < mean.length; c++) {
            if (!Double.isFinite(mean[c]) || !(deviation[c] > 0) || Double.isInfinite(deviation[c])) {
                throw new IllegalArgumentException("means must be finite and deviations above 0; channel " + c + " has "
                        + mean[c] + " and " + deviation[c]);
            }
        }
        return new Scaling(mean.clone(), deviation.clone());
    }

    /** The mean of each channel; a new array. */
    public double[] mean() {
        return mean.clone();
    }

    /** The standard deviation of each channel; a new array. */
    public double[] deviation() {
        return deviation.clone();
    }

    /** Converts a row to standard units. The arrays may be the same. */
    public void toStandard(double[] row, double[] into) {
        for (int c = 0; c < mean.length; c++) {
            into[c] = (row[c] - mean[c]) / deviation[c];
        }
    }

    /** Converts a row from standard units. The arrays may be the same. */
    public void fromStandard(double[] row, double[] into) {
        for (int c = 0; c < mean.length; c++) {
            into[c] = mean[c] + row[c] * deviation[c];
        }
    }
}
