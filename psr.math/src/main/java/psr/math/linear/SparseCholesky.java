package psr.math.linear;

import org.ejml.data.DMatrixSparseCSC;
import org.ejml.data.DMatrixSparseTriplet;
import org.ejml.ops.DConvertMatrixStruct;
import org.ejml.sparse.csc.decomposition.chol.CholeskyUpLooking_DSCC;

import psr.math.Kernels;

/**
 * Solves with a sparse symmetric matrix plus a ridge, (A + λI)⁻¹ B, without forming the inverse. Immutable and
 * thread-safe.
 *
 * <p>Unknowns are eliminated from the last to the first. For moments of histories this order causes no fill-in.
 */
public final class SparseCholesky {

    private final int n;
    /** L of the matrix in reverse order: column j has the rows row[start[j]] … row[start[j+1]−1], its diagonal among them. */
    private final int[] start;
    private final int[] row;
    private final double[] value;
    private final double[] diagonal;

    /**
     * Decomposes A + λI.
     *
     * @param a symmetric and positive semidefinite
     * @param lambda λ, at least 0
     * @throws ArithmeticException if A + λI is not positive definite
     */
    public SparseCholesky(SparseMatrix a, double lambda) {
        n = a.rows();
        DMatrixSparseTriplet turned = new DMatrixSparseTriplet(n, n, a.entries() + n);
        boolean[] present = new boolean[n];
        a.forEach((i, j, v) -> {
            present[i] |= i == j;
            turned.addItem(n - 1 - i, n - 1 - j, i == j ? v + lambda : v);
        });
        for (int i = 0; i < n; i++) {
            if (!present[i]) {
                turned.addItem(n - 1 - i, n - 1 - i, lambda);
            }
        }
        CholeskyUpLooking_DSCC cholesky = new CholeskyUpLooking_DSCC();
        if (!cholesky.decompose(DConvertMatrixStruct.convert(turned, (DMatrixSparseCSC) null))) {
            throw new ArithmeticException("a " + n + "×" + n + " matrix with ridge " + lambda
                    + " must be positive definite; it is not");
        }
        DMatrixSparseCSC l = cholesky.getL();
        start = l.col_idx;
        row = l.nz_rows;
        value = l.nz_values;
        diagonal = new double[n];
        for (int j = 0; j < n; j++) {
            for (int e = start[j]; e < start[j + 1]; e++) {
                diagonal[j] = row[e] == j ? value[e] : diagonal[j];
            }
        }
    }

    /** (A + λI)⁻¹ B, n×k, new arrays, one for each row. B: n×k, an array for each row, not modified. */
    public double[][] solve(double[][] b, int k) {
        double[][] x = new double[n][];
        for (int i = 0; i < n; i++) {
            x[i] = b[i].clone();
        }
        for (int j = 0; j < n; j++) {
            double[] known = x[n - 1 - j];
            Kernels.scale(1 / diagonal[j], k, known);
            for (int e = start[j]; e < start[j + 1]; e++) {
                if (row[e] != j) {
                    Kernels.add(-value[e], known, k, x[n - 1 - row[e]]);
                }
            }
        }
        for (int j = n - 1; j >= 0; j--) {
            double[] wanted = x[n - 1 - j];
            for (int e = start[j]; e < start[j + 1]; e++) {
                if (row[e] != j) {
                    Kernels.add(-value[e], x[n - 1 - row[e]], k, wanted);
                }
            }
            Kernels.scale(1 / diagonal[j], k, wanted);
        }
        return x;
    }
}
