package psr.math.linear;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.SingularOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * The leading part of a singular value decomposition, A ≈ U S Vᵀ. In every column of U the entry of the largest size is
 * positive, so that the same matrix gives the same bits. The arrays are the record's own: do not change them.
 *
 * @param u rows×rank, orthonormal columns
 * @param s rank singular values, largest first
 * @param v cols×rank, orthonormal columns
 * @param seen singular values that were found on the way, largest first: those of s and more. Behind the rank they are exact where the matrix is small, and
 *        otherwise a little too small
 */
public record TruncatedSvd(double[] u, double[] s, double[] v, double[] seen) {

    /** Up to this many rows or columns the whole dense decomposition takes less than a second. */
    static final int DENSE = 400;

    /** Directions beyond the rank wanted that speed up the convergence of those wanted. */
    private static final int MORE = 20;

    /** When no singular value moves by more than this share of the largest, the subspace has converged. */
    private static final double STILL = 1e-13;

    /** Subspace iterations at most; text with 50 symbols at rank 60 needs about fifteen. */
    private static final int ITERATIONS = 60;

    /** Without further singular values. */
    TruncatedSvd(double[] u, double[] s, double[] v) {
        this(u, s, v, s);
    }

    /** The number of singular values. */
    public int rank() {
        return s.length;
    }

    /** How many singular values exceed {@code cut} times the largest. */
    public int numericalRank(double cut) {
        int r = 0;
        while (r < s.length && s[r] > cut * s[0] && s[r] > 0) {
            r++;
        }
        return r;
    }

    /** The first of these singular triples. count: 1 … rank. */
    public TruncatedSvd first(int count) {
        int rank = rank();
        return count == rank ? this : new TruncatedSvd(columns(u, u.length / rank, rank, count), Arrays.copyOf(s, count),
                columns(v, v.length / rank, rank, count), seen);
    }

    /**
     * The leading singular triples of a matrix: exactly by a dense decomposition where it is small, otherwise by
     * randomised subspace iteration (Halko, Martinsson, Tropp 2011, algorithm 4.4, iterated until it stands still).
     *
     * @param rank how many, 1 … min(rows, cols)
     * @param random draws the first subspace of a large matrix
     */
    public static TruncatedSvd of(LinearMap a, int rank, RandomGenerator random) {
        int smaller = Math.min(a.rows(), a.cols());
        if (rank < 1 || rank > smaller) {
            throw new IllegalArgumentException("rank must be 1.." + smaller + ", the smaller side of a " + a.rows()
                    + "×" + a.cols() + " matrix; rank=" + rank);
        }
        if (smaller <= Math.max(DENSE, rank + MORE)) {
            return exact(a.toDense(), a.rows(), a.cols(), rank);
        }
        return randomised(a, rank, random);
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
        return signed(columns(u.data, rows, u.numCols, rank), Arrays.copyOf(seen, rank), columns(v.data, cols, v.numCols, rank), seen, rows, cols);
    }

    /** Of a large matrix: the range of (A Aᵀ)^q A Ω for growing q, re-orthonormalised, then the SVD within it. */
    static TruncatedSvd randomised(LinearMap a, int rank, RandomGenerator random) {
        int p = Math.min(rank + Math.max(MORE, rank / 2), Math.min(a.rows(), a.cols()));
        double[] omega = new double[Matrices.size(a.cols(), p)];
        for (int i = 0; i < omega.length; i++) {
            omega[i] = random.nextGaussian();
        }
        double[] q = Orthonormal.of(a.multiply(omega, p), a.rows(), p).q();
        double[] last = new double[rank];
        for (int iteration = 0;; iteration++) {
            // Aᵀ Q = Z R and R = X S Yᵀ, so A ≈ Q Qᵀ A = (Q Y) S (Z X)ᵀ; only the small R is decomposed.
            Orthonormal z = Orthonormal.of(a.multiplyTransposed(q, p), a.cols(), p);
            double[] basis = z.q();
            TruncatedSvd small = exact(z.r(), p, p, p);
            double moved = 0;
            for (int i = 0; i < rank; i++) {
                moved = Math.max(moved, Math.abs(small.s[i] - last[i]));
                last[i] = small.s[i];
            }
            if (moved <= STILL * last[0] || iteration == ITERATIONS) {
                return signed(Matrices.multiply(q, a.rows(), p, columns(small.v, p, p, rank), rank), last,
                        Matrices.multiply(basis, a.cols(), p, columns(small.u, p, p, rank), rank), small.s, a.rows(), a.cols());
            }
            q = Orthonormal.of(a.multiply(basis, p), a.rows(), p).q();
        }
    }

    /**
     * About the leading singular triples of a matrix, by a fixed number of steps of the randomised subspace iteration. For
     * those who do not need the last digits: what lies beyond a rank is often noise, and converging takes five times as
     * long.
     *
     * @param rank how many, 1 … min(rows, cols)
     * @param steps how often the subspace is multiplied by A Aᵀ, at least 0
     */
    public static TruncatedSvd about(LinearMap a, int rank, int steps, RandomGenerator random) {
        int p = Math.min(rank + Math.max(MORE / 2, rank / 4), Math.min(a.rows(), a.cols()));
        double[] omega = new double[Matrices.size(a.cols(), p)];
        for (int i = 0; i < omega.length; i++) {
            omega[i] = random.nextGaussian();
        }
        double[] q = Orthonormal.of(a.multiply(omega, p), a.rows(), p).q();
        for (int step = 0; step < steps; step++) {
            double[] z = Orthonormal.of(a.multiplyTransposed(q, p), a.cols(), p).q();
            q = Orthonormal.of(a.multiply(z, p), a.rows(), p).q();
        }
        Orthonormal z = Orthonormal.of(a.multiplyTransposed(q, p), a.cols(), p);
        TruncatedSvd small = exact(z.r(), p, p, rank);
        return signed(Matrices.multiply(q, a.rows(), p, small.v, rank), small.s,
                Matrices.multiply(z.q(), a.cols(), p, small.u, rank), small.seen, a.rows(), a.cols());
    }

    /** The first columns of a matrix. */
    private static double[] columns(double[] a, int rows, int cols, int kept) {
        double[] first = new double[Matrices.size(rows, kept)];
        for (int i = 0; i < rows; i++) {
            System.arraycopy(a, i * cols, first, i * kept, kept);
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
