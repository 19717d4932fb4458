package psr.math.linear;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.SingularOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

import psr.math.Columns;
import psr.math.Kernels;

/**
 * The leading part of a singular value decomposition, A ≈ U S Vᵀ. In every column of U the entry of the largest size is
 * positive, so that the same matrix gives the same bits. The record does not copy its arrays: do not modify them.
 *
 * @param u rows×rank, orthonormal columns
 * @param s rank singular values, largest first
 * @param v cols×rank, orthonormal columns
 * @param seen all singular values that were computed, largest first: those of s and more. Those beyond the rank are exact
 *         for a small matrix, and otherwise slightly too small
 */
public record TruncatedSvd(double[] u, double[] s, double[] v, double[] seen) {

    /** Up to this many rows or columns, the whole dense decomposition takes less than a second. */
    static final int DENSE = 400;

    /** Directions in addition to the requested rank, which speed up convergence. */
    private static final int OVERSAMPLING = 20;

    /** Converged when ‖A v − σ u‖ is at most this fraction of the largest singular value, for all requested triples. */
    private static final double CONVERGED = 1e-9;

    /**
     * By how much the requested directions outgrow their estimate before convergence is checked, which costs as much as
     * six products.
     */
    private static final double GROWTH = 100;

    /** By how much the strongest direction may outgrow the last requested one before the next orthonormalization. */
    private static final double SPREAD = 1e10;

    /** Directions weaker than this fraction of the strongest, squared, are rounding errors. */
    private static final double ROUNDING = 1e-12;

    /** The largest number of multiplications of the subspace by A Aᵀ. */
    private static final int STEPS = 60;

    TruncatedSvd(double[] u, double[] s, double[] v) {
        this(u, s, v, s);
    }

    /** The number of singular values. */
    public int rank() {
        return s.length;
    }

    /** The number of singular values above {@code cut} times the largest. */
    public int numericalRank(double cut) {
        int r = 0;
        while (r < s.length && s[r] > cut * s[0] && s[r] > 0) {
            r++;
        }
        return r;
    }

    /** The first singular triples. count: 1 … rank. */
    public TruncatedSvd first(int count) {
        int rank = rank();
        return count == rank ? this : new TruncatedSvd(columns(u, u.length / rank, rank, count), Arrays.copyOf(s, count),
                columns(v, v.length / rank, rank, count), seen);
    }

    /**
     * The leading singular triples of a matrix: exactly, by a dense decomposition, if it is small, and otherwise by
     * randomized subspace iteration (Halko, Martinsson, Tropp 2011, algorithm 4.4, iterated until it converges).
     *
     * @param rank their number, 1 … min(rows, cols)
     * @param random draws the first subspace of a large matrix
     */
    public static TruncatedSvd of(LinearMap a, int rank, RandomGenerator random) {
        int smaller = Math.min(a.rows(), a.cols());
        if (rank < 1 || rank > smaller) {
            throw new IllegalArgumentException("rank must be 1.." + smaller + ", the smaller side of a " + a.rows()
                    + "×" + a.cols() + " matrix; rank=" + rank);
        }
        if (smaller <= Math.max(DENSE, rank + OVERSAMPLING)) {
            return exact(a.toDense(), a.rows(), a.cols(), rank);
        }
        return randomized(a, rank, random);
    }

    /** The leading singular triples of a dense matrix. A: rows×cols, not modified. */
    public static TruncatedSvd exact(double[] a, int rows, int cols, int rank) {
        SingularValueDecomposition_F64<DMatrixRMaj> svd = DecompositionFactory_DDRM.svd(rows, cols, true, true, true);
        if (!svd.decompose(new DMatrixRMaj(rows, cols, true, a))) {
            throw new ArithmeticException("no singular value decomposition of a " + rows + "×" + cols + " matrix");
        }
        DMatrixRMaj u = svd.getU(null, false);
        DMatrixRMaj w = svd.getW(null);
        DMatrixRMaj v = svd.getV(null, false);
        SingularOps_DDRM.descendingOrder(u, false, w, v, false);
        double[] seen = new double[Math.min(rows, cols)];
        for (int i = 0; i < seen.length; i++) {
            seen[i] = w.get(i, i);
        }
        return signed(columns(u.data, rows, u.numCols, rank), Arrays.copyOf(seen, rank), columns(v.data, cols, v.numCols, rank),
                seen, rows, cols);
    }

    /** The singular values of a square matrix, largest first. */
    private static double[] values(double[] a, int n) {
        SingularValueDecomposition_F64<DMatrixRMaj> svd = DecompositionFactory_DDRM.svd(n, n, false, false, true);
        if (!svd.decompose(new DMatrixRMaj(n, n, true, a.clone()))) {
            throw new ArithmeticException("no singular values of a " + n + "×" + n + " matrix");
        }
        double[] values = Arrays.copyOf(svd.getSingularValues(), n);
        Arrays.sort(values);
        for (int i = 0; i < n / 2; i++) {
            double larger = values[n - 1 - i];
            values[n - 1 - i] = values[i];
            values[i] = larger;
        }
        return values;
    }

    /**
     * Large matrices: the range of P(A Aᵀ) A Ω, re-orthonormalized, then the SVD within it. P are Chebyshev polynomials
     * that stay small for the directions left out, and so grow faster elsewhere than any power (Saad 2011, section 5.3).
     * This needs half as many products and computes the singular values only before and after.
     */
    static TruncatedSvd randomized(LinearMap a, int rank, RandomGenerator random) {
        int p = Math.min(rank + Math.max(OVERSAMPLING, rank / 2), Math.min(a.rows(), a.cols()));
        // The first step has no polynomial: damping the directions left out requires knowing how strong they are.
        double[][] q = Orthonormal.of(a.multiply(a.multiplyTransposed(drawn(a, p, random), p), p), p).q();
        // Aᵀ Q = Z R and R = X S Yᵀ, so A ≈ Q Qᵀ A = (Q Y) S (Z X)ᵀ; only the small R is decomposed.
        Orthonormal z = Orthonormal.of(a.multiplyTransposed(q, p), p);
        double[] values = values(z.r(), p);
        double missing = values[p - 1];
        for (int steps = 1;;) {
            double most = values[0] * values[0];
            double damped = Math.max(values[p - 1] * values[p - 1], ROUNDING * most);
            double first = growth(most / damped);
            double last = growth(values[rank - 1] * values[rank - 1] / damped);
            double wanted = GROWTH * missing / (CONVERGED * values[0]);
            if (most > 0) {
                q = a.multiply(z.q(), p);
                double grown = 1;
                do {
                    double enough = Math.ceil(Math.log(wanted / grown) / Math.log(last));
                    double bearable = Math.floor(Math.log(SPREAD) / Math.log(first / last));
                    int degree = (int) Math.max(1, Math.min(Math.min(enough, bearable), STEPS - steps));
                    q = Orthonormal.of(chebyshev(a, q, p, damped, degree), p).q();
                    grown *= Math.pow(last, degree);
                    steps += degree;
                } while (grown < wanted && steps < STEPS);
            }
            z = Orthonormal.of(a.multiplyTransposed(q, p), p);
            TruncatedSvd small = exact(z.r(), p, p, rank);
            double[] u = within(q, p, small.v, rank);
            double[] v = within(z.q(), p, small.u, rank);
            missing = residual(a, u, small.s, v);
            if (!(missing > CONVERGED * small.s[0]) || steps >= STEPS) {
                return signed(u, small.s, v, small.seen, a.rows(), a.cols());
            }
            values = small.seen;
        }
    }

    /** How much T_k, for large k, grows with k at x times the end of the interval 0 … 1, on which it stays within ±1. */
    private static double growth(double x) {
        double y = Math.max(1, 2 * x - 1);
        return y + Math.sqrt(y * y - 1);
    }

    /** T_k(2 A Aᵀ / c − 1) Q. Q: p columns, an array for each row, not modified. k: at least 1. */
    private static double[][] chebyshev(LinearMap a, double[][] q, int p, double c, int k) {
        double[][] before = q;
        double[][] now = a.multiply(a.multiplyTransposed(q, p), p);
        for (int i = 0; i < q.length; i++) {
            Kernels.scale(2 / c, p, now[i]);
            Kernels.add(-1, q[i], p, now[i]);
        }
        for (int degree = 2; degree <= k; degree++) {
            // T_k(y) = 2 y T_{k−1}(y) − T_{k−2}(y)
            double[][] next = a.multiply(a.multiplyTransposed(now, p), p);
            for (int i = 0; i < q.length; i++) {
                Kernels.scale(4 / c, p, next[i]);
                Kernels.add(-2, now[i], p, next[i]);
                Kernels.add(-1, before[i], p, next[i]);
            }
            before = now;
            now = next;
        }
        return now;
    }

    /** The largest ‖A v − σ u‖ of all triples. */
    private static double residual(LinearMap a, double[] u, double[] s, double[] v) {
        int rank = s.length;
        double[][] product = a.multiply(Matrices.rows(v, a.cols(), rank), rank);
        double[] squares = new double[rank];
        for (int i = 0; i < product.length; i++) {
            for (int j = 0; j < rank; j++) {
                double off = product[i][j] - s[j] * u[i * rank + j];
                squares[j] += off * off;
            }
        }
        return Math.sqrt(Arrays.stream(squares).max().orElse(0));
    }

    /**
     * The approximate leading singular triples of a matrix, by a fixed number of steps of the randomized subspace
     * iteration. For callers that do not need the last digits: the part beyond a rank is often noise, and converging
     * takes five times as long.
     *
     * @param rank their number, 1 … min(rows, cols)
     * @param steps the number of multiplications of the subspace by A Aᵀ, at least 0
     */
    public static TruncatedSvd approximate(LinearMap a, int rank, int steps, RandomGenerator random) {
        int p = Math.min(rank + Math.max(OVERSAMPLING / 2, rank / 4), Math.min(a.rows(), a.cols()));
        double[][] q = range(a, p, random);
        for (int step = 0; step < steps; step++) {
            double[][] z = Orthonormal.of(a.multiplyTransposed(q, p), p).q();
            q = Orthonormal.of(a.multiply(z, p), p).q();
        }
        Orthonormal z = Orthonormal.of(a.multiplyTransposed(q, p), p);
        TruncatedSvd small = exact(z.r(), p, p, rank);
        return signed(within(q, p, small.v, rank), small.s, within(z.q(), p, small.u, rank), small.seen,
                a.rows(), a.cols());
    }

    /** An orthonormal basis of A Ω, where Ω has p random columns. */
    private static double[][] range(LinearMap a, int p, RandomGenerator random) {
        return Orthonormal.of(drawn(a, p, random), p).q();
    }

    /** A Ω, where Ω has p random columns. */
    private static double[][] drawn(LinearMap a, int p, RandomGenerator random) {
        double[][] omega = Matrices.zeros(a.cols(), p);
        for (double[] row : omega) {
            for (int j = 0; j < p; j++) {
                row[j] = random.nextGaussian();
            }
        }
        return a.multiply(omega, p);
    }

    /** The first columns of Q Y, row-major. Q: p columns, an array for each row; Y: p×any, row-major. */
    private static double[] within(double[][] q, int p, double[] y, int count) {
        double[][] directions = Matrices.rows(columns(y, p, y.length / p, count), p, count);
        double[][] product = Matrices.zeros(q.length, count);
        for (int i = 0; i < q.length; i++) {
            Columns.multiply(directions, count, p, q[i], product[i]);
        }
        return Matrices.flat(product, count);
    }

    /** The first columns of a matrix. */
    private static double[] columns(double[] a, int rows, int cols, int count) {
        double[] first = new double[Matrices.size(rows, count)];
        for (int i = 0; i < rows; i++) {
            System.arraycopy(a, i * cols, first, i * count, count);
        }
        return first;
    }

    private static TruncatedSvd signed(double[] u, double[] s, double[] v, double[] seen, int rows, int cols) {
        int rank = s.length;
        for (int m = 0; m < rank; m++) {
            int largest = 0;
            for (int i = 1; i < rows; i++) {
                if (Math.abs(u[i * rank + m]) > Math.abs(u[largest * rank + m])) {
                    largest = i;
                }
            }
            if (u[largest * rank + m] < 0) {
                negate(u, rows, rank, m);
                negate(v, cols, rank, m);
            }
        }
        return new TruncatedSvd(u, s, v, seen);
    }

    private static void negate(double[] a, int rows, int cols, int column) {
        for (int i = 0; i < rows; i++) {
            a[i * cols + column] = -a[i * cols + column];
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TruncatedSvd that && Arrays.equals(u, that.u) && Arrays.equals(s, that.s)
                && Arrays.equals(v, that.v);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(s);
    }

    @Override
    public String toString() {
        return "singular values " + Arrays.toString(s);
    }
}
