package psr.pipeline;

import java.util.Arrays;

/**
 * A matrix that is a sum of outer products x yᵀ, kept by rows. Four products are gathered and added together, so that the
 * matrix is read and written once for four of them. Used by one thread.
 */
final class OuterSum {

    private static final int GATHERED = 4;

    private final int rows;
    private final int cols;
    private final double[][] sum;
    private final double[][] left;
    private final double[][] right;
    private int pending;

    OuterSum(int rows, int cols) {
        this.rows = rows;
        this.cols = cols;
        sum = new double[rows][cols];
        left = new double[GATHERED][rows];
        right = new double[GATHERED][cols];
    }

    /** Back to zero. */
    void clear() {
        pending = 0;
        for (double[] row : sum) {
            Arrays.fill(row, 0);
        }
    }

    /** Adds x yᵀ. Both are copied. */
    void add(double[] x, double[] y) {
        System.arraycopy(x, 0, left[pending], 0, rows);
        System.arraycopy(y, 0, right[pending], 0, cols);
        if (++pending == GATHERED) {
            Vectors.addOuter4(left, right, rows, cols, sum);
            pending = 0;
        }
    }

    /** The sum by rows; changed when something is added. */
    double[][] rows() {
        for (int k = 0; k < pending; k++) {
            Vectors.addOuter(left[k], rows, right[k], cols, sum);
        }
        pending = 0;
        return sum;
    }
}
