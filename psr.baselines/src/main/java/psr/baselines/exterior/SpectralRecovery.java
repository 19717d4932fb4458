package psr.baselines.exterior;

import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

import psr.api.learn.LearningException;
import psr.api.linear.Features;
import psr.api.settings.Size;
import psr.baselines.Preconditions;
import psr.baselines.hmm.HmmNumbers;
import psr.math.linear.Eigenbasis;
import psr.math.linear.LinearMap;
import psr.math.linear.Matrices;
import psr.math.linear.TruncatedSvd;
import psr.math.moments.Moments;

/**
 * The hidden Markov model that the moments imply, by joint diagonalization. With C_Σ = Σ_i C_i = U S Vᵀ cut to m, M_i =
 * Uᵀ C_i V S⁻¹ = R diag(E_i) R⁻¹ for every symbol i: the eigenvectors of any combination of the M_i are the states. The
 * recovered numbers may not be distributions, which is why the exterior point method exists.
 */
final class SpectralRecovery {

    /** Singular values up to this fraction of the largest are rounding errors. */
    private static final double ROUNDING = 1e-12;
    /** Directions of Ĝ below this fraction of the strongest carry no information about the transitions. */
    private static final double CUT = 1e-3;

    private final Moments moments;
    private final int m;
    private final int n;
    private final TruncatedSvd svd;
    private final double[][] operators;

    /**
     * Decomposes the moments.
     *
     * @param moments of features of length 2
     * @param requested m
     * @throws LearningException if the moments have no dimension, or fewer than m and m is required
     */
    SpectralRecovery(Moments moments, Size requested, RandomGenerator random) {
        this.moments = moments;
        n = moments.features().alphabet().size();
        LinearMap next = moments.jointNext();
        int carried = Math.min(next.rows(), next.cols());
        int most = requested.within(Math.max(1, carried));
        TruncatedSvd found = null;
        if (most <= carried) {
            Preconditions.size("the singular vectors", Math.max(next.rows(), next.cols()), most);
            found = TruncatedSvd.of(next, most, random);
            carried = found.numericalRank(ROUNDING);
        }
        m = requested.within(Math.max(1, carried));
        if (m > carried) {
            throw new LearningException("states must be at most " + carried + " for the moments of these data; states=" + m
                    + "; states=auto takes as many as possible (exterior)");
        }
        svd = found.first(m);
        double[][] u = Matrices.rows(svd.u(), next.rows(), m);
        double[][] v = Matrices.rows(svd.v(), next.cols(), m);
        operators = moments.between(u, v, m, () -> {});
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < m * m; k++) {
                operators[i][k] /= svd.s()[k % m];
            }
        }
    }

    /** m, the number of states. */
    int states() {
        return m;
    }

    /** The singular values of C_Σ. */
    double[] singularValues() {
        return svd.s().clone();
    }

    /** Random combinations of the symbols, each of norm one. */
    static double[][] combinations(int count, int symbols, RandomGenerator random) {
        double[][] combinations = new double[count][symbols];
        for (double[] eta : combinations) {
            double square = 0;
            for (int i = 0; i < symbols; i++) {
                eta[i] = random.nextGaussian();
                square += eta[i] * eta[i];
            }
            for (int i = 0; i < symbols; i++) {
                eta[i] /= Math.sqrt(square);
            }
        }
        return combinations;
    }

    /**
     * The basis with the fewest complex eigenvalues among all combinations, then the one with the largest gap.
     *
     * @param cancelled checked before each combination: whether to return the best so far
     */
    Eigenbasis basis(double[][] combinations, BooleanSupplier cancelled) {
        Eigenbasis best = null;
        for (double[] eta : combinations) {
            if (best != null && cancelled.getAsBoolean()) {
                return best;
            }
            double[] sum = new double[m * m];
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < sum.length; k++) {
                    sum[k] += eta[i] * operators[i][k];
                }
            }
            Eigenbasis basis = Eigenbasis.of(sum, m);
            if (basis != null && (best == null || basis.complex() < best.complex()
                    || basis.complex() == best.complex() && basis.gap() > best.gap())) {
                best = basis;
            }
        }
        if (best == null) {
            throw new LearningException("none of " + combinations.length + " combinations of the operators for " + m
                    + " states has an eigendecomposition (exterior)");
        }
        return best;
    }

    /** The parameters of the hidden Markov model in this basis; entries may be negative and rows need not sum to one. */
    HmmNumbers recover(Eigenbasis basis) {
        int count = moments.features().count();
        double[] r = basis.columns().clone();
        double[] ur = Matrices.multiply(svd.u(), count, m, r, m);
        scale(r, ur, count);
        double[] inverse = Matrices.pseudoInverse(r, m, m, ROUNDING);
        HmmNumbers numbers = HmmNumbers.zeros(m, n);
        for (int i = 0; i < n; i++) {
            double[] rotated = Matrices.multiply(inverse, m, m, Matrices.multiply(operators[i], m, m, r, m), m);
            for (int s = 0; s < m; s++) {
                numbers.emission()[s * n + i] = rotated[s * m + s];
            }
        }
        double[] following = new double[m * n];
        for (int s = 0; s < m; s++) {
            for (int o = 0; o < n; o++) {
                following[s * n + o] = ur[o * m + s];
            }
        }
        double[] futures = futures(moments.features(), numbers.emission(), following, m);
        double[] moves = Matrices.multiply(Matrices.pseudoInverse(futures, count, m, CUT), m, count, ur, m);
        System.arraycopy(Matrices.transpose(moves, m, m), 0, numbers.transition(), 0, m * m);
        // E[s_t h_tᵀ] = R⁻¹ S Vᵀ; each step has one history of length one.
        double[] single = new double[m];
        for (int h = 0; h < moments.histories(); h++) {
            for (int k = 0; k < m; k++) {
                single[k] += moments.historyLength(h) == 1 ? svd.v()[h * m + k] * svd.s()[k] : 0;
            }
        }
        System.arraycopy(Matrices.multiply(inverse, m, m, single, 1), 0, numbers.initial(), 0, m);
        return numbers;
    }

    /** Scales the columns of R, and of U R with them, so that the first |O| rows of U R sum to one. */
    private void scale(double[] r, double[] ur, int count) {
        for (int s = 0; s < m; s++) {
            double sum = 0;
            for (int o = 0; o < n; o++) {
                sum += ur[o * m + s];
            }
            // A direction without mass has no scale.
            if (Math.abs(sum) > ROUNDING) {
                for (int k = 0; k < m; k++) {
                    r[k * m + s] /= sum;
                }
                for (int f = 0; f < count; f++) {
                    ur[f * m + s] /= sum;
                }
            }
        }
    }

    /**
     * Ĝ, D×m: the probability of each string of length 1 or 2 from each state.
     *
     * @param emission E, m×n
     * @param following W, m×n: the symbol after the next one, given the state
     */
    static double[] futures(Features features, double[] emission, double[] following, int m) {
        int n = features.alphabet().size();
        double[] futures = new double[features.count() * m];
        for (int f = 0; f < features.count(); f++) {
            int[] string = features.string(f);
            for (int s = 0; s < m; s++) {
                double second = string.length == 1 ? 1 : following[s * n + string[1]];
                futures[f * m + s] = emission[s * n + string[0]] * second;
            }
        }
        return futures;
    }
}
