package psr.math.linear;

import java.util.Arrays;
import java.util.Comparator;

import org.ejml.data.Complex_F64;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** The eigenvalues of a real matrix, complex ones in pairs. */
public final class Eigenvalues {

    /** Imaginary parts up to this fraction of the largest eigenvalue are rounding errors. */
    private static final double ROUNDING = 1e-12;

    private final double[] moduli;
    private final int complex;

    private Eigenvalues(double[] moduli, int complex) {
        this.moduli = moduli;
        this.complex = complex;
    }

    /**
     * The eigenvalues of A.
     *
     * @param a n×n, row-major, not modified
     * @throws ArithmeticException if they cannot be computed
     */
    public static Eigenvalues of(double[] a, int n) {
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(n, false, false);
        if (!eigen.decompose(new DMatrixRMaj(n, n, true, a.clone()))) {
            throw new ArithmeticException("the eigenvalues of a " + n + "×" + n + " matrix cannot be computed");
        }
        Complex_F64[] values = new Complex_F64[n];
        Arrays.setAll(values, eigen::getEigenvalue);
        Arrays.sort(values, Comparator.comparingDouble(Complex_F64::getMagnitude).reversed());
        double largest = n == 0 ? 0 : values[0].getMagnitude();
        int complex = 0;
        for (Complex_F64 value : values) {
            complex += Math.abs(value.getImaginary()) > ROUNDING * largest ? 1 : 0;
        }
        return new Eigenvalues(Arrays.stream(values).mapToDouble(Complex_F64::getMagnitude).toArray(), complex);
    }

    /** Their moduli, the largest first; a new array. */
    public double[] moduli() {
        return moduli.clone();
    }

    /** How many are not real. */
    public int complex() {
        return complex;
    }
}
