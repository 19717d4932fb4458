package psr.spectral;

import java.util.Arrays;
import java.util.OptionalDouble;

import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.linear.LinearPsr;
import psr.api.model.SingularValues;
import psr.math.Kernels;
import psr.math.linear.LinearMap;
import psr.math.linear.Matrices;
import psr.math.linear.SparseCholesky;
import psr.math.linear.TruncatedSvd;
import psr.math.moments.Moments;

/**
 * Moments compressed to a basis of the state space, from which models of every rank up to a largest one follow.
 *
 * <p>Both methods have the form B_i = G_i (N + λI)⁻¹, b∞ = (N + λI)⁻¹ g with N symmetric, and a smaller rank is the
 * leading part of G_i, N and g, because the basis is ordered.
 */
final class Regression {

    /** Singular values of C0 up to this fraction of the largest are rounding errors. */
    private static final double ROUNDING = 1e-12;

    /** Advice for a user who requested too large a rank. */
    static final String HINT = "rank=auto chooses one";

    private final Moments moments;
    private final int rank;
    private final int carried;
    private final double[] basis;
    private final double[][] products;
    private final double[] square;
    private final double[] mean;
    private final double[] seen;

    private Regression(Moments moments, int rank, int carried, double[] basis, double[][] products, double[] square,
            double[] mean, double[] seen) {
        this.moments = moments;
        this.rank = rank;
        this.carried = carried;
        this.basis = basis;
        this.products = products;
        this.square = square;
        this.mean = mean;
        this.seen = seen;
    }

    /**
     * The paper's method: C0 = U S Vᵀ cut to the rank, G_i = Uᵀ C_i V, N = S, g = Vᵀ h̄.
     *
     * <p>Unlike the paper, whose equation 2 has the pseudo-inverse on the left: the operators predict only in the order
     * B_i = C_i C0⁺.
     *
     * @param rank the largest rank of a model
     */
    static Regression pinv(Moments moments, int rank, Run run) {
        requireHistories(moments, rank);
        TruncatedSvd svd = TruncatedSvd.of(moments.joint().withCheckpoint(run::checkpoint), rank, run.random("svd"));
        double[] square = new double[rank * rank];
        for (int i = 0; i < rank; i++) {
            square[i * rank + i] = svd.s()[i];
        }
        double[] mean = Matrices.multiplyTransposed(svd.v(), moments.histories(), rank, moments.historyMean(), 1);
        return new Regression(moments, rank, svd.numericalRank(ROUNDING), svd.u(),
                moments.between(Matrices.rows(svd.u(), moments.features().count(), rank),
                        Matrices.rows(svd.v(), moments.histories(), rank), rank, run::checkpoint),
                square, mean, svd.seen());
    }

    /**
     * The ridge: R = (C_hh + λ₁I)⁻¹, W = C0 R, U the top eigenvectors of W C_hh Wᵀ, A = UᵀW, G_i = Uᵀ C_i R C_hh Aᵀ,
     * N = A C_hh Aᵀ, g = A h̄. Only products with sparse matrices and solves with C_hh + λ₁I, never an inverse of D×D.
     *
     * @param rank the largest rank of a model
     * @param lambda λ₁, above 0
     * @throws LearningException if λ₁ is too small to determine the regression
     */
    static Regression ridge(Moments moments, int rank, double lambda, Run run) {
        requireHistories(moments, rank);
        SparseCholesky first = decomposed(moments, lambda);
        run.checkpoint();
        TruncatedSvd eigen =
                TruncatedSvd.of(new Explained(moments, first).withCheckpoint(run::checkpoint), rank, run.random("svd"));
        double[][] basis = Matrices.rows(eigen.u(), moments.features().count(), rank);
        double[][] states = first.solve(moments.joint().multiplyTransposed(basis, rank), rank);
        double[][] weighed = moments.historySquare().multiply(states, rank);
        double[] square = moments.historySquare().between(states, states, rank);
        double[] mean = Matrices.multiplyTransposed(Matrices.flat(states, rank), moments.histories(), rank,
                moments.historyMean(), 1);
        // The eigenvalues are squares, so they vanish in rounding errors earlier than singular values do.
        return new Regression(moments, rank, eigen.numericalRank(ROUNDING), eigen.u(),
                moments.between(basis, first.solve(weighed, rank), rank, run::checkpoint), square, mean,
                Arrays.stream(eigen.seen()).map(Math::sqrt).toArray());
    }

    private static SparseCholesky decomposed(Moments moments, double lambda) {
        try {
            return new SparseCholesky(moments.historySquare(), lambda);
        } catch (ArithmeticException notPositive) {
            throw undetermined("ridge", lambda, notPositive);
        }
    }

    /** The ridge is so small that it vanishes in rounding errors. */
    private static LearningException undetermined(String setting, double lambda, ArithmeticException cause) {
        return new LearningException("the data must determine the regression, but do not with " + setting + "=" + lambda
                + "; try a larger one (2sr)", cause);
    }

    private static void requireHistories(Moments moments, int rank) {
        if (rank > moments.histories()) {
            throw uncarried(moments.histories(), rank);
        }
    }

    private static LearningException uncarried(int carried, int rank) {
        return new LearningException("rank must be at most " + carried
                + " for the moments of these data; rank=" + rank + "; " + HINT);
    }

    /** W C_hh Wᵀ = C0 R C_hh R C0ᵀ, the part of the futures that histories explain; symmetric. */
    private record Explained(Moments moments, SparseCholesky first) implements LinearMap {

        @Override
        public int rows() {
            return moments.features().count();
        }

        @Override
        public int cols() {
            return rows();
        }

        @Override
        public double[][] multiply(double[][] x, int k) {
            double[][] y = first.solve(moments.joint().multiplyTransposed(x, k), k);
            return moments.joint().multiply(first.solve(moments.historySquare().multiply(y, k), k), k);
        }

        @Override
        public double[][] multiplyTransposed(double[][] x, int k) {
            return multiply(x, k);
        }
    }

    /** The largest rank that the moments support, up to the requested one. */
    int carried() {
        return carried;
    }

    /** The singular values of C0, or of W C_hh^½ of the ridge, and the rank chosen. */
    SingularValues singularValues(int rank) {
        return SingularValues.of(seen, rank);
    }

    /**
     * The model of a rank.
     *
     * @param d 1 … the largest rank
     * @param lambda λ₂, at least 0
     * @param start the expected features before the first observation, D numbers
     * @throws LearningException if the moments do not support the rank, or λ₂ is too small
     */
    LinearPsr model(int d, double lambda, double[] start, GuardMode guard, OptionalDouble level) {
        if (d > carried) {
            throw uncarried(carried, d);
        }
        int count = moments.features().count();
        double[] map = leading(basis, count, d);
        Matrices.Ridge system = system(leading(square, d, d), d, lambda);
        double[][] operators = new double[products.length][];
        for (int o = 0; o < operators.length; o++) {
            // G_i (N + λI)⁻¹ = ((N + λI)⁻¹ G_iᵀ)ᵀ
            double[] turned = Matrices.transpose(leading(products[o], d, d), d, d);
            operators[o] = Matrices.transpose(system.solve(turned, d), d, d);
        }
        double[] normaliser = system.solve(Arrays.copyOf(mean, d), 1);
        double[] meanState = project(map, count, d, moments.futureMean());
        return new LinearPsr(moments.features(), map,
                new LinearPsr.Parameters(project(map, count, d, start), operators, normaliser),
                guard.guard(level, moments, meanState));
    }

    private static Matrices.Ridge system(double[] square, int d, double lambda) {
        try {
            return new Matrices.Ridge(square, d, lambda);
        } catch (ArithmeticException notPositive) {
            throw undetermined("ridge2", lambda, notPositive);
        }
    }

    private static double[] project(double[] map, int count, int d, double[] features) {
        double[] state = new double[d];
        Kernels.multiplyTransposed(map, count, d, features, state);
        return state;
    }

    /** The first rows and columns of a matrix with {@link #rank} columns. */
    private double[] leading(double[] a, int rows, int cols) {
        double[] part = new double[rows * cols];
        for (int i = 0; i < rows; i++) {
            System.arraycopy(a, i * rank, part, i * cols, cols);
        }
        return part;
    }
}
