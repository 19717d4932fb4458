package psr.pipeline;

/**
 * Inner loops on matrices kept as arrays of rows. Outputs come last; nothing is allocated. The loops run along whole
 * arrays from 0, the form that the JIT compiler vectorises.
 */
final class Vectors {

    private Vectors() {}

    /** y ← xᵀ A. a[i]: row i, cols long; x rows long. y must not be x. */
    static void leftMultiply(double[] x, double[][] a, int rows, int cols, double[] y) {
        int i = 0;
        if (rows >= 4) {
            set4(cols, x[0], a[0], x[1], a[1], x[2], a[2], x[3], a[3], y);
            i = 4;
        } else {
            for (int j = 0; j < cols; j++) {
                y[j] = 0;
            }
        }
        for (; i + 4 <= rows; i += 4) {
            add4(cols, x[i], a[i], x[i + 1], a[i + 1], x[i + 2], a[i + 2], x[i + 3], a[i + 3], y);
        }
        for (; i < rows; i++) {
            add(x[i], a[i], cols, y);
        }
    }

    private static void set4(int n, double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, double a3,
            double[] x3, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] = (a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i]);
        }
    }

    private static void add4(int n, double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, double a3,
            double[] x3, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] += (a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i]);
        }
    }

    /** A ← A + Σ_k x_k y_kᵀ for k = 0 … 3. a[i]: row i, cols long. */
    static void addOuter4(double[][] x, double[][] y, int rows, int cols, double[][] a) {
        for (int i = 0; i < rows; i++) {
            add4(cols, x[0][i], y[0], x[1][i], y[1], x[2][i], y[2], x[3][i], y[3], a[i]);
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

    /** xᵀ y in four partial sums, which need not wait for each other. Both n long. */
    static double dot(int n, double[] x, double[] y) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i + 4 <= n; i += 4) {
            s0 += x[i] * y[i];
            s1 += x[i + 1] * y[i + 1];
            s2 += x[i + 2] * y[i + 2];
            s3 += x[i + 3] * y[i + 3];
        }
        for (; i < n; i++) {
            s0 += x[i] * y[i];
        }
        return (s0 + s1) + (s2 + s3);
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
