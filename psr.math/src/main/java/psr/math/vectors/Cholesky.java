package psr.math.vectors;

import psr.math.Kernels;

/**
 * Cholesky's decomposition A = UᵀU, in place, by rows. The loops run along whole rows, five at a time, which the JIT
 * compiler vectorizes.
 */
final class Cholesky {

    private Cholesky() {}

    /**
     * Decomposes.
     *
     * @param a an array for each row; upper triangle: A, then U. The lower triangle is not read
     * @throws ArithmeticException if A is not positive definite
     */
    static void decompose(double[][] a) {
        int n = a.length;
        for (int i = 0; i < n; i++) {
            double[] row = a[i];
            int k = 0;
            for (; k + 5 <= i; k += 5) {
                NormalEquations.addFrom(i, n, -a[k][i], a[k], -a[k + 1][i], a[k + 1], -a[k + 2][i], a[k + 2], -a[k + 3][i],
                        a[k + 3], -a[k + 4][i], a[k + 4], row);
            }
            for (; k < i; k++) {
                NormalEquations.addFrom(i, n, -a[k][i], a[k], row);
            }
            if (!(row[i] > 0) || row[i] == Double.POSITIVE_INFINITY) {
                throw new ArithmeticException("a " + n + "×" + n + " matrix must be positive definite; pivot " + i + " is "
                        + row[i]);
            }
            double pivot = Math.sqrt(row[i]);
            for (int j = i; j < n; j++) {
                row[j] /= pivot;
            }
        }
    }

    /**
     * B ← A⁻¹ B.
     *
     * @param a an array for each row, its upper triangle; overwritten with U
     * @param b an array for each row, with {@code cols} entries
     * @throws ArithmeticException if A is not positive definite
     */
    static void solve(double[][] a, double[][] b, int cols) {
        decompose(a);
        solveTransposed(a, b, cols);
        solveUpper(a, b, cols);
    }

    /** B ← U⁻¹ B. */
    static void solveUpper(double[][] u, double[][] b, int cols) {
        int n = u.length;
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++) {
                Kernels.add(-u[i][k], b[k], cols, b[i]);
            }
            Kernels.scale(1 / u[i][i], cols, b[i]);
        }
    }

    /** B ← U⁻ᵀ B. */
    static void solveTransposed(double[][] u, double[][] b, int cols) {
        int n = u.length;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++) {
                Kernels.add(-u[k][i], b[k], cols, b[i]);
            }
            Kernels.scale(1 / u[i][i], cols, b[i]);
        }
    }
}
