package psr.api.linear;

/**
 * Inner loops on matrices stored as arrays of columns. Outputs come last and are the only arguments modified; nothing is
 * allocated. psr.math has the same loops for other modules, but this bundle must not use it.
 *
 * <p>Why columns: the loops run along whole arrays from 0, which is the form that the JIT compiler vectorizes, and five
 * columns at a time save four of five stores. docs/PERFORMANCE.md has the figures.
 */
final class Columns {

    /** The default rank of the learners and the size of the ring's alphabet; this size has a kernel of its own. */
    private static final int USUAL = 20;

    private Columns() {}

    /** The columns of A, each a separate array. A: rows×cols, row-major. */
    static double[][] of(double[] a, int rows, int cols) {
        double[][] columns = new double[cols][rows];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                columns[j][i] = a[i * cols + j];
            }
        }
        return columns;
    }

    /** A, row-major, as a new array. a[j]: column j, {@code rows} long. */
    static double[] rowMajor(double[][] a, int rows) {
        double[] flat = new double[rows * a.length];
        for (int j = 0; j < a.length; j++) {
            for (int i = 0; i < rows; i++) {
                flat[i * a.length + j] = a[j][i];
            }
        }
        return flat;
    }

    /** y ← A x. a[j]: column j, {@code rows} long. y must not be x. */
    static void multiply(double[][] a, int rows, int cols, double[] x, double[] y) {
        if (rows == USUAL && cols == USUAL) {
            multiplyUsual(a, x, y);
            return;
        }
        int j = 0;
        if (cols >= 5) {
            set5(rows, x[0], a[0], x[1], a[1], x[2], a[2], x[3], a[3], x[4], a[4], y);
            j = 5;
        } else {
            for (int i = 0; i < rows; i++) {
                y[i] = 0;
            }
        }
        // Five columns at a time take 267 ns at d=50, four take 289; with six the compiler does not vectorize.
        for (; j + 5 <= cols; j += 5) {
            add5(rows, x[j], a[j], x[j + 1], a[j + 1], x[j + 2], a[j + 2], x[j + 3], a[j + 3], x[j + 4], a[j + 4], y);
        }
        if (j + 4 <= cols) {
            add4(rows, x[j], a[j], x[j + 1], a[j + 1], x[j + 2], a[j + 2], x[j + 3], a[j + 3], y);
            j += 4;
        }
        for (; j < cols; j++) {
            add(rows, x[j], a[j], y);
        }
    }

    /** Knowing the number of rows lets the compiler produce faster code: 51 ns instead of 54. */
    private static void multiplyUsual(double[][] a, double[] x, double[] y) {
        set5(x[0], a[0], x[1], a[1], x[2], a[2], x[3], a[3], x[4], a[4], y);
        add5(x[5], a[5], x[6], a[6], x[7], a[7], x[8], a[8], x[9], a[9], y);
        add5(x[10], a[10], x[11], a[11], x[12], a[12], x[13], a[13], x[14], a[14], y);
        add5(x[15], a[15], x[16], a[16], x[17], a[17], x[18], a[18], x[19], a[19], y);
    }

    private static void set5(double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, double a3,
            double[] x3, double a4, double[] x4, double[] y) {
        for (int i = 0; i < USUAL; i++) {
            y[i] = ((a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i])) + a4 * x4[i];
        }
    }

    private static void add5(double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, double a3,
            double[] x3, double a4, double[] x4, double[] y) {
        for (int i = 0; i < USUAL; i++) {
            y[i] += ((a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i])) + a4 * x4[i];
        }
    }

    private static void set5(int n, double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, double a3,
            double[] x3, double a4, double[] x4, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] = ((a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i])) + a4 * x4[i];
        }
    }

    private static void add5(int n, double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, double a3,
            double[] x3, double a4, double[] x4, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] += ((a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i])) + a4 * x4[i];
        }
    }

    private static void add4(int n, double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, double a3,
            double[] x3, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] += (a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i]);
        }
    }

    /** y ← y + α x. Both n long. */
    static void add(int n, double alpha, double[] x, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] += alpha * x[i];
        }
    }

    /** x ← α x. n long. */
    static void scale(int n, double alpha, double[] x) {
        for (int i = 0; i < n; i++) {
            x[i] *= alpha;
        }
    }

    /** xᵀ y in four independent partial sums. Both n long. */
    static double dot(int n, double[] x, double[] y) {
        return rowDot(n, x, 0, y);
    }

    /** n entries of x, starting at {@code from}, times y, in four partial sums. */
    static double rowDot(int n, double[] x, int from, double[] y) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i + 4 <= n; i += 4) {
            s0 += x[from + i] * y[i];
            s1 += x[from + i + 1] * y[i + 1];
            s2 += x[from + i + 2] * y[i + 2];
            s3 += x[from + i + 3] * y[i + 3];
        }
        for (; i < n; i++) {
            s0 += x[from + i] * y[i];
        }
        return (s0 + s1) + (s2 + s3);
    }

    /** Σ |x_i| in four partial sums; finite only if every entry is finite. x n long. */
    static double normL1(int n, double[] x) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i + 4 <= n; i += 4) {
            s0 += Math.abs(x[i]);
            s1 += Math.abs(x[i + 1]);
            s2 += Math.abs(x[i + 2]);
            s3 += Math.abs(x[i + 3]);
        }
        for (; i < n; i++) {
            s0 += Math.abs(x[i]);
        }
        return (s0 + s1) + (s2 + s3);
    }

    /** Replaces infinite entries by the largest double of the same sign, and NaN by 0. x n long. */
    static void bound(int n, double[] x) {
        if (normL1(n, x) < Double.POSITIVE_INFINITY) {
            return;
        }
        for (int i = 0; i < n; i++) {
            x[i] = Double.isNaN(x[i]) ? 0 : Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, x[i]));
        }
    }
}
