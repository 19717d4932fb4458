package psr.math.linear;

import java.util.Arrays;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

import psr.math.Kernels;

/** Small dense matrices: products, transposes, solves. Results are new arrays; arguments are not modified. */
public final class Matrices {

    private Matrices() {}

    /**
     * The number of entries of a dense matrix.
     *
     * @throws ArithmeticException if an array cannot have that many
     */
    static int size(int rows, int cols) {
        long size = (long) rows * cols;
        if (size > Integer.MAX_VALUE) {
            throw new ArithmeticException("a dense matrix must have at most " + Integer.MAX_VALUE
                    + " entries; one of " + rows + "×" + cols + " has " + size);
        }
        return (int) size;
    }

    /** The identity, n×n. */
    public static double[] identity(int n) {
        double[] identity = new double[size(n, n)];
        for (int i = 0; i < n; i++) {
            identity[i * n + i] = 1;
        }
        return identity;
    }

    /**
     * Zero, with an array for each row.
     *
     * @throws ArithmeticException if a single array could not hold it
     */
    static double[][] zeros(int rows, int cols) {
        size(rows, cols);
        // new double[rows][cols] calls the virtual machine for every row, which takes three times as long.
        double[][] zeros = new double[rows][];
        for (int i = 0; i < rows; i++) {
            zeros[i] = new double[cols];
        }
        return zeros;
    }

    /** A with an array for each row. A: rows×cols. */
    public static double[][] rows(double[] a, int rows, int cols) {
        double[][] split = new double[rows][];
        for (int i = 0; i < rows; i++) {
            split[i] = Arrays.copyOfRange(a, i * cols, (i + 1) * cols);
        }
        return split;
    }

    /** A in one array, row-major. A: any number of rows, each with {@code cols} entries. */
    public static double[] flat(double[][] a, int cols) {
        double[] joined = new double[size(a.length, cols)];
        for (int i = 0; i < a.length; i++) {
            System.arraycopy(a[i], 0, joined, i * cols, cols);
        }
        return joined;
    }

    /** Aᵀ, cols×rows. A: rows×cols. */
    public static double[] transpose(double[] a, int rows, int cols) {
        double[] t = new double[a.length];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                t[j * rows + i] = a[i * cols + j];
            }
        }
        return t;
    }

    /** A B, n×k. A: n×m, B: m×k. */
    public static double[] multiply(double[] a, int n, int m, double[] b, int k) {
        double[] c = new double[size(n, k)];
        for (int i = 0; i < n; i++) {
            for (int l = 0; l < m; l++) {
                double v = a[i * m + l];
                for (int j = 0; j < k; j++) {
                    c[i * k + j] += v * b[l * k + j];
                }
            }
        }
        return c;
    }

    /** Aᵀ B, m×k. A: n×m, B: n×k. */
    public static double[] multiplyTransposed(double[] a, int n, int m, double[] b, int k) {
        double[] c = new double[size(m, k)];
        for (int l = 0; l < n; l++) {
            for (int i = 0; i < m; i++) {
                double v = a[l * m + i];
                for (int j = 0; j < k; j++) {
                    c[i * k + j] += v * b[l * k + j];
                }
            }
        }
        return c;
    }

    /**
     * (A + λI)⁻¹ B, n×k, by Cholesky.
     *
     * @param a n×n, symmetric and positive semidefinite
     * @param lambda λ, the ridge, at least 0
     * @param b n×k
     * @throws ArithmeticException if A + λI is not positive definite
     */
    public static double[] solveRidge(double[] a, int n, double lambda, double[] b, int k) {
        return new Ridge(a, n, lambda).solve(b, k);
    }

    /** A + λI, decomposed once for many right-hand sides. Immutable and thread-safe. */
    public static final class Ridge {

        private final int n;
        /** L of A + λI = L Lᵀ. */
        private final double[] l;

        /**
         * Decomposes.
         *
         * @param a n×n, symmetric and positive semidefinite
         * @param lambda λ, the ridge, at least 0
         * @throws ArithmeticException if A + λI is not positive definite
         */
        public Ridge(double[] a, int n, double lambda) {
            this.n = n;
            DMatrixRMaj ridged = new DMatrixRMaj(n, n, true, a);
            for (int i = 0; i < n; i++) {
                ridged.data[i * n + i] += lambda;
            }
            CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(n, true);
            if (!cholesky.decompose(ridged)) {
                throw new ArithmeticException("a " + n + "×" + n + " matrix with ridge " + lambda
                        + " must be positive definite; it is not");
            }
            l = cholesky.getT(null).data;
        }

        /** (A + λI)⁻¹ B, n×k, a new array. B: n×k, not modified. */
        public double[] solve(double[] b, int k) {
            double[][] x = new double[n][k];
            for (int i = 0; i < n; i++) {
                System.arraycopy(b, i * k, x[i], 0, k);
            }
            for (int i = 0; i < n; i++) {
                for (int m = 0; m < i; m++) {
                    Kernels.add(-l[i * n + m], x[m], k, x[i]);
                }
                divide(l[i * n + i], x[i]);
            }
            for (int i = n - 1; i >= 0; i--) {
                for (int m = i + 1; m < n; m++) {
                    Kernels.add(-l[m * n + i], x[m], k, x[i]);
                }
                divide(l[i * n + i], x[i]);
            }
            double[] flat = new double[n * k];
            for (int i = 0; i < n; i++) {
                System.arraycopy(x[i], 0, flat, i * k, k);
            }
            return flat;
        }

        private static void divide(double divisor, double[] x) {
            for (int j = 0; j < x.length; j++) {
                x[j] /= divisor;
            }
        }
    }

    /**
     * A⁺, cols×rows: the pseudo-inverse that treats singular values up to {@code cut} times the largest as zero.
     *
     * @param a rows×cols
     * @param cut relative, at least 0
     */
    public static double[] pseudoInverse(double[] a, int rows, int cols, double cut) {
        TruncatedSvd svd = TruncatedSvd.exact(a, rows, cols, Math.min(rows, cols));
        int r = svd.numericalRank(cut);
        int k = svd.rank();
        double[] inverse = new double[a.length];
        for (int i = 0; i < cols; i++) {
            for (int j = 0; j < rows; j++) {
                double sum = 0;
                for (int m = 0; m < r; m++) {
                    sum += svd.v()[i * k + m] * svd.u()[j * k + m] / svd.s()[m];
                }
                inverse[i * rows + j] = sum;
            }
        }
        return inverse;
    }
}
