package psr.pipeline;

import psr.math.Columns;

/**
 * Inner loops on matrices stored as arrays of rows. Outputs come last; nothing is allocated. The loops run along whole
 * arrays from 0, the form that the JIT compiler vectorizes.
 */
final class RowLoops {

    private RowLoops() {}

    /** A ← A + Σ_k x_k y_kᵀ for k = 0 … 3. a[i]: row i, cols long. */
    static void addOuter4(double[][] x, double[][] y, int rows, int cols, double[][] a) {
        for (int i = 0; i < rows; i++) {
            Columns.add4(cols, x[0][i], y[0], x[1][i], y[1], x[2][i], y[2], x[3][i], y[3], a[i]);
        }
    }

    /** A ← A + x yᵀ. */
    static void addOuter(double[] x, int rows, double[] y, int cols, double[][] a) {
        for (int i = 0; i < rows; i++) {
            add(x[i], y, cols, a[i]);
        }
    }

    /** y ← y + α x. Both n long. */
    static void add(double alpha, double[] x, int n, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] += alpha * x[i];
        }
    }

    /** y ← α x. Both n long. */
    static void set(double alpha, double[] x, int n, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] = alpha * x[i];
        }
    }

    /** B ← Aᵀ. a[i]: row i of A, cols long; b[j]: row j of B, rows long. */
    static void transpose(double[][] a, int rows, int cols, double[][] b) {
        for (int i = 0; i < rows; i++) {
            double[] row = a[i];
            for (int j = 0; j < cols; j++) {
                b[j][i] = row[j];
            }
        }
    }
}
