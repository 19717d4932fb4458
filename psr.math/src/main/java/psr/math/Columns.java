package psr.math;

/**
 * Inner loops on matrices stored as arrays of columns. Outputs come last; nothing is allocated.
 *
 * <p>Why columns: the loops run along whole arrays from 0, which is the form that the JIT compiler vectorizes (JDK 17
 * does not where an index has an offset such as {@code a[k + i]}), and five columns at a time save four of five
 * stores. docs/PERFORMANCE.md has the figures. {@code psr.api.model} has the same products for its filters.
 */
public final class Columns {

    /** The default rank of the learners and the size of the ring's alphabet; this size has a kernel of its own. */
    static final int USUAL = 20;

    private Columns() {}

    /**
     * y ← A x. a[j]: column j, {@code rows} long. y must not be x. An entry of y depends only on its own row, bit by bit,
     * so stacked matrices give the same entries as each matrix alone.
     */
    public static void multiply(double[][] a, int rows, int cols, double[] x, double[] y) {
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
            Kernels.add(x[j], a[j], rows, y);
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

    /** y ← α₀x₀ + α₁x₁ + α₂x₂ + α₃x₃. All n long. */
    public static void set4(int n, double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, double a3,
            double[] x3, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] = (a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i]);
        }
    }

    /** y ← y + α₀x₀ + α₁x₁ + α₂x₂ + α₃x₃. All n long. */
    public static void add4(int n, double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, double a3,
            double[] x3, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] += (a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i]);
        }
    }

    private static void set5(int n, double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, double a3,
            double[] x3, double a4, double[] x4, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] = ((a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i])) + a4 * x4[i];
        }
    }

    /** y ← y + α₀x₀ + α₁x₁ + α₂x₂ + α₃x₃ + α₄x₄. All n long. */
    public static void add5(int n, double a0, double[] x0, double a1, double[] x1, double a2, double[] x2, double a3,
            double[] x3, double a4, double[] x4, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] += ((a0 * x0[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i])) + a4 * x4[i];
        }
    }

    /** xᵀ y in four independent partial sums. Both n long. */
    public static double dot(int n, double[] x, double[] y) {
        return dot(n, x, 0, y);
    }

    /** n entries of x, starting at {@code from}, times y, in four partial sums. */
    public static double dot(int n, double[] x, int from, double[] y) {
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

    /** into[k…k+3] ← y times each of four vectors, two partial sums each. All n long. */
    public static void dot4(int n, double[] x0, double[] x1, double[] x2, double[] x3, double[] y, double[] into,
            int k) {
        double a0 = 0;
        double a1 = 0;
        double a2 = 0;
        double a3 = 0;
        double b0 = 0;
        double b1 = 0;
        double b2 = 0;
        double b3 = 0;
        int i = 0;
        for (; i + 2 <= n; i += 2) {
            double y0 = y[i];
            double y1 = y[i + 1];
            a0 += x0[i] * y0;
            a1 += x1[i] * y0;
            a2 += x2[i] * y0;
            a3 += x3[i] * y0;
            b0 += x0[i + 1] * y1;
            b1 += x1[i + 1] * y1;
            b2 += x2[i + 1] * y1;
            b3 += x3[i + 1] * y1;
        }
        if (i < n) {
            a0 += x0[i] * y[i];
            a1 += x1[i] * y[i];
            a2 += x2[i] * y[i];
            a3 += x3[i] * y[i];
        }
        into[k] = a0 + b0;
        into[k + 1] = a1 + b1;
        into[k + 2] = a2 + b2;
        into[k + 3] = a3 + b3;
    }

    /** y ← y + Σ_j |A_j|. a[j]: column j, {@code rows} long, as y. */
    public static void addAbs(double[][] a, int rows, int cols, double[] y) {
        int j = 0;
        for (; j + 4 <= cols; j += 4) {
            addAbs4(rows, a[j], a[j + 1], a[j + 2], a[j + 3], y);
        }
        for (; j < cols; j++) {
            double[] x = a[j];
            for (int i = 0; i < rows; i++) {
                y[i] += Math.abs(x[i]);
            }
        }
    }

    private static void addAbs4(int n, double[] x0, double[] x1, double[] x2, double[] x3, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] += (Math.abs(x0[i]) + Math.abs(x1[i])) + (Math.abs(x2[i]) + Math.abs(x3[i]));
        }
    }

    /** Σ |x_i| in four partial sums. x n long. */
    public static double normL1(int n, double[] x) {
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
}
