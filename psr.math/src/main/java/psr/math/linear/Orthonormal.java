package psr.math.linear;

import java.util.Arrays;

import psr.math.Columns;
import psr.math.Kernels;

/**
 * An orthonormal basis of the columns of a matrix, A = Q R, by Gram and Schmidt's method, with a second pass if the first
 * one removed most of a column ("twice is enough", Kahan and Parlett). For columns that are nearly orthogonal already, as
 * those of a converging subspace are, this is half of Householder's work, and the compiler vectorizes all of it. The
 * record does not copy its arrays: do not modify them.
 *
 * @param q rows×cols, an array for each row, orthonormal columns
 * @param r cols×cols, row-major, upper triangular; a zero on its diagonal if the column depends on those before
 */
record Orthonormal(double[][] q, double[] r) {

    /** If less than this fraction of a column's length is left, the pass is repeated. */
    private static final double REPEAT_BELOW = .7;

    /** If less than this fraction is left after two passes, it is a rounding error: the column depends on those before. */
    private static final double DEPENDENT_BELOW = 1e-14;

    /** The decomposition of A, which has at least as many rows as columns; not modified. */
    static Orthonormal of(double[][] a, int cols) {
        int rows = a.length;
        double[][] q = transposed(a, cols);
        double[] r = new double[Matrices.size(cols, cols)];
        double[] coefficients = new double[cols];
        int unit = 0;
        for (int j = 0; j < cols; j++) {
            double before = Math.sqrt(Columns.dot(rows, q[j], q[j]));
            double left = orthogonalize(q, j, rows, before, coefficients);
            for (int i = 0; i < j; i++) {
                r[i * cols + j] = coefficients[i];
            }
            if (left > DEPENDENT_BELOW * before) {
                r[j * cols + j] = left;
            }
            while (!(left > DEPENDENT_BELOW * before)) {
                // Any direction outside of the span of the others will do: the first axis that has a large enough
                // component there.
                Arrays.fill(q[j], 0);
                q[j][unit++] = 1;
                before = 1;
                left = orthogonalize(q, j, rows, 1, coefficients);
                left = left > .5 / Math.sqrt(rows) ? left : 0;
            }
            Kernels.scale(1 / left, rows, q[j]);
        }
        return new Orthonormal(transposed(q, rows), r);
    }

    private static double[][] transposed(double[][] a, int cols) {
        double[][] turned = Matrices.zeros(cols, a.length);
        for (int i = 0; i < a.length; i++) {
            double[] row = a[i];
            for (int j = 0; j < cols; j++) {
                turned[j][i] = row[j];
            }
        }
        return turned;
    }

    /**
     * Subtracts from column j its components along the columns before it.
     *
     * @param before the length of column j
     * @param coefficients overwritten
     * @return the length that is left
     */
    private static double orthogonalize(double[][] q, int j, int rows, double before, double[] coefficients) {
        Arrays.fill(coefficients, 0);
        double[] pass = new double[j];
        double length = before;
        for (int twice = 0; twice < 2; twice++) {
            int i = 0;
            for (; i + 4 <= j; i += 4) {
                Columns.dot4(rows, q[i], q[i + 1], q[i + 2], q[i + 3], q[j], pass, i);
                Columns.add4(rows, -pass[i], q[i], -pass[i + 1], q[i + 1], -pass[i + 2], q[i + 2], -pass[i + 3],
                        q[i + 3], q[j]);
            }
            for (; i < j; i++) {
                pass[i] = Columns.dot(rows, q[i], q[j]);
                Kernels.add(-pass[i], q[i], rows, q[j]);
            }
            for (i = 0; i < j; i++) {
                coefficients[i] += pass[i];
            }
            double left = Math.sqrt(Columns.dot(rows, q[j], q[j]));
            boolean enough = left > REPEAT_BELOW * length;
            length = left;
            if (enough) {
                break;
            }
        }
        return length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Orthonormal that && Arrays.deepEquals(q, that.q)
                && Arrays.equals(r, that.r);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(r);
    }

    @Override
    public String toString() {
        return "R " + Arrays.toString(r);
    }
}
