package psr.math.linear;

import org.ejml.data.Complex_F64;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * A real basis of eigenvectors of a real matrix. A complex pair of eigenvectors Re ± i Im becomes the two columns
 * Re + Im and Re − Im.
 *
 * @param columns m×m, row-major; each column is one vector
 * @param complex how many eigenvalues are complex
 * @param gap the smallest distance between two eigenvalues
 */
public record Eigenbasis(double[] columns, int complex, double gap) {

    /** Imaginary parts up to this fraction of the largest eigenvalue are rounding errors. */
    private static final double ROUNDING = 1e-12;

    /** The basis of A, m×m, not modified; null if the decomposition does not converge. */
    public static Eigenbasis of(double[] a, int m) {
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(m, true, false);
        if (!eigen.decompose(new DMatrixRMaj(m, m, true, a.clone()))) {
            return null;
        }
        double largest = 0;
        double gap = Double.POSITIVE_INFINITY;
        for (int i = 0; i < m; i++) {
            Complex_F64 one = eigen.getEigenvalue(i);
            largest = Math.max(largest, one.getMagnitude());
            for (int j = 0; j < i; j++) {
                Complex_F64 other = eigen.getEigenvalue(j);
                gap = Math.min(gap, Math.hypot(one.real - other.real, one.imaginary - other.imaginary));
            }
        }
        double[] columns = new double[Matrices.size(m, m)];
        int complex = 0;
        int at = 0;
        for (int i = 0; i < m; i++) {
            Complex_F64 value = eigen.getEigenvalue(i);
            DMatrixRMaj vector = eigen.getEigenVector(i);
            if (vector != null && Math.abs(value.imaginary) <= ROUNDING * largest) {
                column(vector.data, 1, vector.data, 0, columns, m, at++);
            } else {
                complex++;
                if (value.imaginary > 0) {
                    double[][] pair = pair(a, m, value.real, value.imaginary);
                    column(pair[0], 1, pair[1], 1, columns, m, at++);
                    column(pair[0], 1, pair[1], -1, columns, m, at++);
                }
            }
        }
        return at == m ? new Eigenbasis(columns, complex, gap) : null;
    }

    private static void column(double[] x, double alpha, double[] y, double beta, double[] into, int m, int at) {
        for (int k = 0; k < m; k++) {
            into[k * m + at] = alpha * x[k] + beta * y[k];
        }
    }

    /**
     * The real and imaginary parts of the eigenvector for a + ib, of length one and with its largest entry real.
     *
     * <p>(A − λ)(A − λ̄) is real and vanishes on the plane of the pair; for any x in that plane (A − λ̄)x is an
     * eigenvector for λ. EJML gives no vectors for complex eigenvalues.
     */
    static double[][] pair(double[] matrix, int m, double a, double b) {
        double[] square = Matrices.multiply(matrix, m, m, matrix, m);
        for (int i = 0; i < m * m; i++) {
            square[i] -= 2 * a * matrix[i];
        }
        for (int i = 0; i < m; i++) {
            square[i * m + i] += a * a + b * b;
        }
        double[] v = TruncatedSvd.exact(square, m, m, m).v();
        double[] x = new double[m];
        for (int i = 0; i < m; i++) {
            x[i] = v[i * m + m - 1];
        }
        double[] real = Matrices.multiply(matrix, m, m, x, 1);
        double[] imaginary = new double[m];
        double norm = 0;
        int largest = 0;
        for (int i = 0; i < m; i++) {
            real[i] -= a * x[i];
            imaginary[i] = b * x[i];
            norm += real[i] * real[i] + imaginary[i] * imaginary[i];
            if (Math.hypot(real[i], imaginary[i]) > Math.hypot(real[largest], imaginary[largest])) {
                largest = i;
            }
        }
        // Times the conjugate of the largest entry, divided by its size and by the length.
        double size = Math.hypot(real[largest], imaginary[largest]) * Math.sqrt(norm);
        double c = real[largest] / size;
        double s = -imaginary[largest] / size;
        for (int i = 0; i < m; i++) {
            double re = real[i] * c - imaginary[i] * s;
            imaginary[i] = real[i] * s + imaginary[i] * c;
            real[i] = re;
        }
        return new double[][] {real, imaginary};
    }
}
