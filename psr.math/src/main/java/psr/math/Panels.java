package psr.math;

/**
 * Square matrices stored by columns. At the usual size five adjacent columns share an array, a panel; at any other size
 * each column has its own. A loop then checks the lengths of two arrays instead of six, and JDK 17 vectorizes it because
 * the offsets of the columns are constants (20×20: 45 ns a product instead of 52). Outputs come last; only {@link #zero}
 * allocates.
 */
public final class Panels {

    /** The number of columns in a panel. */
    private static final int WIDTH = 5;

    private static final int D = Columns.USUAL;

    private Panels() {}

    private static int width(int d) {
        return d == D ? WIDTH : 1;
    }

    /** d×d zeros. */
    public static double[][] zero(int d) {
        return new double[d / width(d)][d * width(d)];
    }

    /** Row i, column j. */
    public static double get(double[][] a, int d, int i, int j) {
        return a[j / width(d)][j % width(d) * d + i];
    }

    /** Row i, column j ← value. */
    public static void set(double value, int d, int i, int j, double[][] a) {
        a[j / width(d)][j % width(d) * d + i] = value;
    }

    /** y ← A x. y must not be x. Gives the same bits as {@link Columns#multiply}. */
    public static void multiply(double[][] a, int d, double[] x, double[] y) {
        if (d != D) {
            Columns.multiply(a, d, d, x, y);
            return;
        }
        set(x[0], x[1], x[2], x[3], x[4], a[0], y);
        for (int p = 1, j = WIDTH; p < D / WIDTH; p++, j += WIDTH) {
            add(x[j], x[j + 1], x[j + 2], x[j + 3], x[j + 4], a[p], y);
        }
    }

    private static void set(double a0, double a1, double a2, double a3, double a4, double[] x, double[] y) {
        for (int i = 0; i < D; i++) {
            y[i] = ((a0 * x[i] + a1 * x[D + i]) + (a2 * x[2 * D + i] + a3 * x[3 * D + i])) + a4 * x[4 * D + i];
        }
    }

    private static void add(double a0, double a1, double a2, double a3, double a4, double[] x, double[] y) {
        for (int i = 0; i < D; i++) {
            y[i] += ((a0 * x[i] + a1 * x[D + i]) + (a2 * x[2 * D + i] + a3 * x[3 * D + i])) + a4 * x[4 * D + i];
        }
    }

    /** Column j times x. */
    public static double dot(double[][] a, int d, int j, double[] x) {
        return Columns.dot(d, a[j / width(d)], j % width(d) * d, x);
    }

    /** A ← A + α G. g[j]: column j of G. */
    public static void add(double alpha, double[][] g, int d, double[][] a) {
        if (d != D) {
            for (int j = 0; j < d; j++) {
                Kernels.add(alpha, g[j], d, a[j]);
            }
            return;
        }
        for (int p = 0, j = 0; p < a.length; p++, j += WIDTH) {
            add(alpha, g[j], g[j + 1], g[j + 2], g[j + 3], g[j + 4], a[p]);
        }
    }

    private static void add(double alpha, double[] g0, double[] g1, double[] g2, double[] g3, double[] g4, double[] a) {
        for (int i = 0; i < D; i++) {
            a[i] += alpha * g0[i];
            a[D + i] += alpha * g1[i];
            a[2 * D + i] += alpha * g2[i];
            a[3 * D + i] += alpha * g3[i];
            a[4 * D + i] += alpha * g4[i];
        }
    }

    /** Copies column j to y, starting at index {@code at}. */
    public static void column(double[][] a, int d, int j, int at, double[] y) {
        System.arraycopy(a[j / width(d)], j % width(d) * d, y, at, d);
    }

    /** A ← G. g[j]: column j of G. */
    public static void copy(double[][] g, int d, double[][] a) {
        for (int j = 0; j < d; j++) {
            System.arraycopy(g[j], 0, a[j / width(d)], j % width(d) * d, d);
        }
    }

    /** T ← Aᵀ. */
    public static void transpose(double[][] a, int d, double[][] t) {
        if (d != D) {
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    t[i][j] = a[j][i];
                }
            }
            return;
        }
        for (int i = 0; i < D; i++) {
            double[] to = t[i / WIDTH];
            for (int p = 0, k = i % WIDTH * D; p < a.length; p++, k += WIDTH) {
                double[] from = a[p];
                to[k] = from[i];
                to[k + 1] = from[D + i];
                to[k + 2] = from[2 * D + i];
                to[k + 3] = from[3 * D + i];
                to[k + 4] = from[4 * D + i];
            }
        }
    }
}
