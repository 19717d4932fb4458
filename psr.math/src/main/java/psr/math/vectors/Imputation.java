package psr.math.vectors;

/** Fills missing values of training data, so that regressions have complete rows. */
final class Imputation {

    private Imputation() {}

    /**
     * Standardized data without missing values. An observation gets the straight line between its neighbors in the same
     * sequence, before the first and after the last known value the nearest one, and 0, the mean, if the channel has none.
     * An input gets 0, as a filter does.
     */
    static Rows fill(Rows rows) {
        double[][] y = new double[rows.count()][];
        double[][] u = new double[rows.count()][];
        boolean any = false;
        for (int i = 0; i < rows.count(); i++) {
            y[i] = rows.observations(i);
            u[i] = rows.inputs(i);
            if (missing(y[i]) || missing(u[i])) {
                any = true;
                y[i] = y[i].clone();
                for (int c = 0; c < rows.width(); c++) {
                    interpolate(y[i], c, rows.width());
                }
                u[i] = u[i].clone();
                for (int k = 0; k < u[i].length; k++) {
                    u[i][k] = Double.isNaN(u[i][k]) ? 0 : u[i][k];
                }
            }
        }
        return any ? new Rows(rows.width(), y, rows.inputWidth(), u) : rows;
    }

    private static boolean missing(double[] values) {
        for (double v : values) {
            if (Double.isNaN(v)) {
                return true;
            }
        }
        return false;
    }

    private static void interpolate(double[] values, int c, int width) {
        int known = -1;
        for (int k = c; k < values.length + width; k += width) {
            boolean end = k >= values.length;
            if (end || !Double.isNaN(values[k])) {
                for (int gap = known < 0 ? c : known + width; gap < Math.min(k, values.length); gap += width) {
                    if (known < 0) {
                        values[gap] = end ? 0 : values[k];
                    } else if (end) {
                        values[gap] = values[known];
                    } else {
                        values[gap] = values[known] + (values[k] - values[known]) * (gap - known) / (k - known);
                    }
                }
                known = k;
            }
        }
    }
}
