package psr.math.linear;

import java.util.Arrays;

import psr.math.Columns;
import psr.math.Kernels;

/**
 * An orthonormal basis of the columns of a matrix, A = Q R, by Gram and Schmidt's method with a second pass where the
 * first took much away ("twice is enough", Kahan and Parlett). On columns that are nearly orthogonal already, as those of
 * a converging subspace are, that is half of Householder's work, and all of it in loops that the compiler vectorises.
 * The arrays are the record's own: do not change them.
 *
 * @param q rows×cols, an array for each row, orthonormal columns
 * @param r cols×cols, row-major, upper triangular; a zero on its diagonal where the column depended on those before
 */
record Orthonormal(double[][] q, double[] r) {

    /** Where less than this share of a column's length is left, the pass is repeated. */
    private static final double MUCH = .7;

    /** Where less than this share is left after two passes, it is rounding: the column depends on those before. */
    private static final double NOTHING = 1e-14;

    /** Of A: as many rows as it has arrays, at least as many as columns; not modified. */
    static Orthonormal of(double[][] a, int cols) {
        int rows = a.length;
        double[][] q = turned(a, cols);
        double[] r = new double[Matrices.size(cols, cols)];
        double[] taken = new double[cols];
        int unit = 0;
        for (int j = 0; j < cols; j++) {
            double before = Math.sqrt(Columns.dot(rows, q[j], q[j]));
            double left = rejected(q, j, rows, before, taken);
            for (int i = 0; i < j; i++) {
                r[i * cols + j] = taken[i];
            }
            if (left > NOTHING * before) {
                r[j * cols + j] = left;
            }
            while (!(left > NOTHING * before)) {
                // Any direction will do that the others leave: the first axis that has enough of its own.
                Arrays.fill(q[j], 0);
                q[j][unit++] = 1;
                before = 1;
                left = rejected(q, j, rows, 1, taken);
                left = left > .5 / Math.sqrt(rows) ? left : 0;
            }
            Kernels.scale(1 / left, rows, q[j]);
        }
        return new Orthonormal(turned(q, rows), r);
    }

    private static double[][] turned(double[][] a, int cols) {
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
     * Takes from column j what lies in the columns before it.
     *
     * @param before the length of column j
     * @param taken overwritten with the coefficients
     * @return the length that is left
     */
    private static double rejected(double[][] q, int j, int rows, double before, double[] taken) {
        Arrays.fill(taken, 0);
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
                taken[i] += pass[i];
            }
            double left = Math.sqrt(Columns.dot(rows, q[j], q[j]));
            boolean enough = left > MUCH * length;
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
