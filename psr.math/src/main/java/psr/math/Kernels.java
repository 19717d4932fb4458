package psr.math;

/**
 * Inner loops on {@code double[]}. Outputs come last and are the only arguments modified; nothing is allocated. Sums
 * run from the first to the last entry, so results do not depend on anything but the numbers.
 */
public final class Kernels {

    private Kernels() {}

    /** xᵀ y. Both n long. */
    public static double dot(int n, double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }

    /** Row {@code row} of A times x. A: any×cols, row-major. */
    public static double rowDot(double[] a, int row, int cols, double[] x) {
        double sum = 0;
        for (int j = 0, k = row * cols; j < cols; j++) {
            sum += a[k++] * x[j];
        }
        return sum;
    }

    /** y ← A x. A: rows×cols, row-major. y must not be x. */
    public static void multiply(double[] a, int rows, int cols, double[] x, double[] y) {
        int i = 0;
        // Four rows at a time, because their sums are independent; each sum keeps its order.
        for (; i + 4 <= rows; i += 4) {
            int k0 = i * cols;
            int k1 = k0 + cols;
            int k2 = k1 + cols;
            int k3 = k2 + cols;
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            for (int j = 0; j < cols; j++) {
                double v = x[j];
                s0 += a[k0 + j] * v;
                s1 += a[k1 + j] * v;
                s2 += a[k2 + j] * v;
                s3 += a[k3 + j] * v;
            }
            y[i] = s0;
            y[i + 1] = s1;
            y[i + 2] = s2;
            y[i + 3] = s3;
        }
        for (; i < rows; i++) {
            y[i] = rowDot(a, i, cols, x);
        }
    }

    /** y ← Aᵀ x. A: rows×cols, row-major; x rows long, y cols long, and not x. */
    public static void multiplyTransposed(double[] a, int rows, int cols, double[] x, double[] y) {
        for (int j = 0; j < cols; j++) {
            y[j] = 0;
        }
        for (int i = 0, k = 0; i < rows; i++) {
            double xi = x[i];
            for (int j = 0; j < cols; j++) {
                y[j] += a[k++] * xi;
            }
        }
    }

    /** A ← A + α x yᵀ. A: rows×cols, row-major. */
    public static void addOuter(double alpha, double[] x, int rows, double[] y, int cols, double[] a) {
        for (int i = 0, k = 0; i < rows; i++) {
            double xi = alpha * x[i];
            for (int j = 0; j < cols; j++) {
                a[k++] += xi * y[j];
            }
        }
    }

    /** y ← y + α x. Both n long. */
    public static void add(double alpha, double[] x, int n, double[] y) {
        for (int i = 0; i < n; i++) {
            y[i] += alpha * x[i];
        }
    }

    /** x ← α x. n long. */
    public static void scale(double alpha, int n, double[] x) {
        for (int i = 0; i < n; i++) {
            x[i] *= alpha;
        }
    }

    /** Σ |x_i|. */
    public static double normL1(double[] x) {
        double sum = 0;
        for (double v : x) {
            sum += Math.abs(v);
        }
        return sum;
    }

    /** √Σ x_i². */
    public static double normL2(double[] x) {
        return Math.sqrt(dot(x.length, x, x));
    }
}
