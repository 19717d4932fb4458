package psr.math.linear;

import org.ejml.data.DMatrixRMaj;
import org.ejml.data.DMatrixSparseCSC;
import org.ejml.data.DMatrixSparseTriplet;
import org.ejml.interfaces.linsol.LinearSolverSparse;
import org.ejml.ops.DConvertMatrixStruct;
import org.ejml.sparse.FillReducing;
import org.ejml.sparse.csc.factory.LinearSolverFactory_DSCC;

/**
 * Solves with a sparse symmetric matrix plus a ridge, (A + λI)⁻¹ B, and never forms the inverse. Not thread-safe.
 *
 * <p>Unknowns are eliminated from the last to the first, which suits the moments of histories: there it causes no fill.
 */
public final class SparseCholesky {

    private final int n;
    private final LinearSolverSparse<DMatrixSparseCSC, DMatrixRMaj> solver;

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
        boolean[] diagonal = new boolean[n];
        a.forEach((i, j, v) -> {
            diagonal[i] |= i == j;
            turned.addItem(n - 1 - i, n - 1 - j, i == j ? v + lambda : v);
        });
        for (int i = 0; i < n; i++) {
            if (!diagonal[i]) {
                turned.addItem(n - 1 - i, n - 1 - i, lambda);
            }
        }
        solver = LinearSolverFactory_DSCC.cholesky(FillReducing.NONE);
        if (!solver.setA(DConvertMatrixStruct.convert(turned, (DMatrixSparseCSC) null))) {
            throw new ArithmeticException("a " + n + "×" + n + " matrix with ridge " + lambda
                    + " must be positive definite; it is not");
        }
    }

    /** (A + λI)⁻¹ B, n×k, a new array. B: n×k, not modified. */
    public double[] solve(double[] b, int k) {
        DMatrixRMaj x = new DMatrixRMaj(n, k);
        solver.solve(new DMatrixRMaj(n, k, true, turned(b, k)), x);
        return turned(x.data, k);
    }

    /** The same rows from the last to the first. */
    private double[] turned(double[] a, int k) {
        double[] turned = new double[Matrices.size(n, k)];
        for (int i = 0; i < n; i++) {
            System.arraycopy(a, i * k, turned, (n - 1 - i) * k, k);
        }
        return turned;
    }
}
