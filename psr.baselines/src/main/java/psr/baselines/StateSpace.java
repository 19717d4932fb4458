package psr.baselines;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.linear.Features;
import psr.api.model.SingularValues;
import psr.api.settings.Size;
import psr.math.Kernels;
import psr.math.linear.Matrices;
import psr.math.linear.TruncatedSvd;
import psr.math.moments.History;
import psr.math.moments.Moments;

/**
 * A compressed space of predictive states: q = Uᵀ E[ψ]. The record does not copy its arrays: do not modify them.
 *
 * @param features the strings whose expectations the state predicts
 * @param map U, D×d, row-major, orthonormal columns
 * @param initial q_1, d
 * @param mean q̄, the state expected at any time, d
 * @param bound the largest ‖Uᵀψ‖ in training: no expectation can be longer
 */
public record StateSpace(Features features, double[] map, double[] initial, double[] mean, double bound) {

    /** Singular values up to this fraction of the largest are rounding errors. */
    private static final double ROUNDING = 1e-12;

    /**
     * The space that the histories of the training data explain best: U are the first left singular vectors of C0.
     *
     * @param data the training data
     * @param features the strings to predict
     * @param rank d; empty for no compression, U = I
     * @param run provides the random generator {@code svd}, and counts a rank that was reduced
     * @param learner the name of the calling learner, for messages
     * @throws IllegalArgumentException if the rank exceeds the number of features
     * @throws LearningException if the data have no window, the moments do not support a state of that rank, or an array
     *         cannot hold its operators
     */
    public static StateSpace of(Symbols data, Features features, Optional<Size> rank, History history, Run run,
            String learner) {
        int count = features.count();
        Size requested = rank.orElse(Size.exactly(count));
        int most = requested.within(count);
        if (most > count) {
            throw new IllegalArgumentException("rank must be 1.." + count + ", the number of features; rank=" + most + "; "
                    + hint(most) + " (" + learner + ")");
        }
        Preconditions.size("the operators", most, most);
        Preconditions.size("the vectors of the state space", count, most);
        Moments moments = Moments.count(data, features, history, run);
        double[] map = rank.isEmpty() ? Matrices.identity(count) : basis(moments, requested, run);
        int d = map.length / count;
        if (d < requested.number()) {
            run.count("rank cut to " + d, 1);
        }
        // A single long sequence has only one start, which says nothing, so use all steps.
        boolean starts = data.count() > 1 && moments.starts() > 0;
        return new StateSpace(features, map,
                project(map, count, d, starts ? moments.startMean() : moments.futureMean()),
                project(map, count, d, moments.futureMean()), bound(data, features, map, d, run));
    }

    private static double[] basis(Moments moments, Size requested, Run run) {
        int count = moments.features().count();
        int carried = Math.min(count, moments.histories());
        int d = requested.within(Math.max(1, carried));
        if (d <= carried) {
            TruncatedSvd svd = TruncatedSvd.of(moments.joint().withCheckpoint(run::checkpoint), d, run.random("svd"));
            carried = svd.numericalRank(ROUNDING);
            d = requested.within(Math.max(1, carried));
            if (d <= carried) {
                run.decomposed(SingularValues.of(svd.seen(), d));
                return svd.first(d).u();
            }
        }
        throw new LearningException("rank must be at most " + carried
                + " for the moments of these data; rank=" + d + "; " + hint(d));
    }

    private static String hint(int rank) {
        return "rank=" + Size.atMost(rank) + " takes the largest possible rank";
    }

    private static double[] project(double[] map, int count, int d, double[] expectation) {
        return Matrices.multiplyTransposed(map, count, d, expectation, 1);
    }

    private static double bound(Symbols sequences, Features features, double[] map, int d, Run run) {
        int[] sequence = new int[sequences.longest()];
        int[] window = new int[features.longest()];
        double[] state = new double[d];
        double largest = 0;
        for (int i = 0; i < sequences.count(); i++) {
            int length = sequences.copy(i, sequence);
            run.checkpoint();
            for (int t = 0; t < length && features.window(sequence, length, t, window); t++) {
                project(map, d, window, state);
                largest = Math.max(largest, Kernels.normL2(state));
            }
        }
        return largest;
    }

    /** d, the size of the state. */
    public int dimension() {
        return initial.length;
    }

    /** Uᵀψ of a window as {@link Features#window} returns it. into: overwritten. */
    public void project(int[] window, double[] into) {
        project(map, dimension(), window, into);
    }

    private static void project(double[] map, int d, int[] window, double[] into) {
        Arrays.fill(into, 0);
        for (int f : window) {
            if (f != Features.UNSEEN) {
                for (int i = 0, k = f * d; i < d; i++) {
                    into[i] += map[k++];
                }
            }
        }
    }

    /** Uᵀ[1_{|O|}; 0], whose product with a state is the sum of the expectations of the single symbols. */
    public double[] normaliser() {
        int d = dimension();
        double[] sum = new double[d];
        for (int o = 0; o < features.alphabet().size(); o++) {
            for (int i = 0; i < d; i++) {
                sum[i] += map[o * d + i];
            }
        }
        return sum;
    }

    /** Uᵀx with the entries of x uniform on [0, 1]. */
    public double[] randomState(RandomGenerator random) {
        int d = dimension();
        double[] state = new double[d];
        for (int f = 0; f < features.count(); f++) {
            double x = random.nextDouble();
            for (int i = 0; i < d; i++) {
                state[i] += x * map[f * d + i];
            }
        }
        return state;
    }

    /** UᵀXU, d×d, with the D×D entries of X uniform on [0, 1]; X itself is never stored. */
    double[] randomOperator(RandomGenerator random, Run run) {
        int d = dimension();
        double[] operator = new double[d * d];
        for (int f = 0; f < features.count(); f++) {
            run.checkpoint();
            double[] row = randomState(random);
            for (int i = 0, k = 0; i < d; i++) {
                double u = map[f * d + i];
                for (int j = 0; j < d; j++) {
                    operator[k++] += u * row[j];
                }
            }
        }
        return operator;
    }

    /** One random operator per symbol, scaled together so that Σ_o b∞ᵀ B_o q = 1 for this state and normalizer. */
    public double[][] randomOperators(double[] state, double[] normaliser, RandomGenerator random, Run run) {
        return randomOperators(state, normaliser, () -> randomOperator(random, run));
    }

    /** One operator per symbol, d×d, scaled together so that Σ_o b∞ᵀ B_o q = 1 for this state and normalizer. */
    public double[][] randomOperators(double[] state, double[] normaliser, Supplier<double[]> operator) {
        int d = dimension();
        double[][] operators = new double[features.alphabet().size()][];
        double[] moved = new double[d];
        double sum = 0;
        for (int o = 0; o < operators.length; o++) {
            operators[o] = operator.get();
            Kernels.multiply(operators[o], d, d, state, moved);
            sum += Kernels.dot(d, normaliser, moved);
        }
        for (double[] each : operators) {
            divide(each, sum);
        }
        return operators;
    }

    /**
     * The normalizer of two-stage regression in this space, b∞ᵀ = h̄ᵀ(UᵀC0)⁺. The rows of UᵀC0 are orthogonal, as U are left
     * singular vectors of C0.
     *
     * @param moments the moments that the space was computed from
     */
    public double[] spectralNormaliser(Moments moments) {
        int d = dimension();
        double[][] regressors = moments.joint().multiplyTransposed(Matrices.rows(map, features.count(), d), d);
        double[] target = moments.historyMean();
        double[] products = new double[d];
        double[] squares = new double[d];
        for (int h = 0; h < regressors.length; h++) {
            for (int i = 0; i < d; i++) {
                products[i] += regressors[h][i] * target[h];
                squares[i] += regressors[h][i] * regressors[h][i];
            }
        }
        for (int i = 0; i < d; i++) {
            products[i] /= squares[i];
        }
        return products;
    }

    /**
     * x ← x / sum.
     *
     * @throws LearningException if the sum of these random numbers is too small to divide by
     */
    public static void divide(double[] x, double sum) {
        // Twice the smallest normal number: its inverse is still finite.
        if (!(Math.abs(sum) > 2 * Double.MIN_NORMAL)) {
            throw new LearningException("random numbers must give scores with a positive sum; the sum is " + sum);
        }
        Kernels.scale(1 / sum, x.length, x);
    }
}
