package psr.math.vectors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

import psr.math.Kernels;
import psr.math.linear.Matrices;
import psr.math.linear.TruncatedSvd;

/**
 * Stage 1 of two-stage regression: the expected future given the past, E[ψ_t | h_t], by ridge regression with the future
 * inputs taken out, and its projection to a state by canonical variates. Immutable.
 */
final class StageOne {

    private final int past;
    private final int width;
    private final int inputWidth;
    /** 1 if a state knows the input of the next row, 0 if not. */
    private final int lead;
    private final RandomFeatures features;
    /** Sᵀ = directions, futures×r; what future inputs add to the future; μ. */
    private final double[][] directions;
    private final double[][] planned;
    private final double[] mean;
    /** An array for each coordinate of the state, with a number for each feature of the past. */
    private final double[][] weights;

    private StageOne(Rows rows, int past, int lead, RandomFeatures features, Projection projection, double[][] planned) {
        this.past = past;
        width = rows.width();
        inputWidth = rows.inputWidth();
        this.lead = lead;
        this.features = features;
        this.planned = planned;
        directions = projection.directions;
        mean = projection.mean;
        weights = projection.weights;
    }

    /**
     * Directions whose variance is below this fraction of the largest are rounding errors, and so are variances of
     * residuals of this size in standard units, which data without noise have.
     */
    private static final double ROUNDING = 1e-10;

    /** A ridge on the covariance of residuals, as a part of its mean diagonal, so that it can be inverted. */
    private static final double WHITENING = 1e-6;

    /**
     * Learns from standardized data without missing values.
     *
     * @param lead 1 if a state knows the input of the next row, 0 if not
     * @throws IllegalArgumentException if no sequence is long enough
     */
    static StageOne learn(Rows rows, TwoStage.Settings settings, int lead, RandomGenerator random, Progress progress) {
        int p = settings.past();
        int f = settings.future();
        int d = rows.width();
        int m = rows.inputWidth();
        if (rows.longest() < p + f) {
            throw new IllegalArgumentException("at least one sequence must have " + (p + f) + " rows, the past of " + p
                    + " and the future of " + f + "; the longest has " + rows.longest());
        }
        NormalEquations.size((long) p * (d + m) + (long) (f - lead) * m + 1, (long) f * d);
        int h = p * (d + m);
        RandomFeatures features = null;
        if (settings.pastFeatures() > 0 && !settings.linear()) {
            List<double[]> points = new ArrayList<>();
            Positions.visit(rows, p, f, 1_000, "stage 1", progress, (i, t) -> {
                double[] x = new double[h];
                past(rows, i, t, p, lead, x);
                points.add(x);
            });
            double deviation = RandomFeatures.medianDistance(points.toArray(double[][]::new), h);
            features = RandomFeatures.draw(h, settings.pastFeatures(), settings.bandwidth() * deviation, random);
        }
        int n = h + 1 + (features == null ? 0 : features.count());
        int planned = (f - lead) * m;
        NormalEquations equations = new NormalEquations(n + planned, f * d);
        RandomFeatures drawn = features;
        double[][] work = RandomFeatures.work(drawn);
        Positions.visit(rows, p, f, settings.positions(), "stage 1", progress, (i, t) -> {
            double[] z = equations.row();
            features(rows, i, t, p, lead, drawn, work, z);
            System.arraycopy(rows.inputs(i), (t + lead) * m, z, n, planned);
            System.arraycopy(rows.observations(i), t * d, z, n + planned, f * d);
            equations.add();
        });
        double[][] w = equations.solve(settings.ridge());
        return new StageOne(rows, p, lead, features, project(equations, w, n, h, settings.rank()),
                Arrays.copyOfRange(w, n, n + planned));
    }

    private record Projection(double[][] directions, double[] mean, double[][] weights) {}

    /** Wᵀ times the directions of canonical variates, scaled to deviation 1 and shifted to mean 0; constant: feature h. */
    private static Projection project(NormalEquations equations, double[][] w, int n, int h, int rank) {
        int size = w[0].length;
        double[] residual = equations.residualCovariance(w);
        double trace = 0;
        for (int i = 0; i < size; i++) {
            trace += residual[i * size + i];
        }
        double[][] u = new double[size][];
        for (int i = 0; i < size; i++) {
            u[i] = Arrays.copyOfRange(residual, i * size, (i + 1) * size);
            u[i][i] += WHITENING * trace / size + ROUNDING;
        }
        Cholesky.decompose(u);
        // The covariance of E[ψ | h]: Wᵀ G W / N − μ μᵀ
        double[][] gw = equations.multiplyGram(w, n);
        double[] mean = new double[size];
        for (int a = 0; a < size; a++) {
            mean[a] = gw[h][a] / equations.count();
        }
        double[][] c = new double[size][size];
        for (int i = 0; i < n; i++) {
            for (int a = 0; a < size; a++) {
                Kernels.add(w[i][a] / equations.count(), gw[i], size, c[a]);
            }
        }
        for (int a = 0; a < size; a++) {
            Kernels.add(-mean[a], mean, size, c[a]);
        }
        Cholesky.solveTransposed(u, c, size);
        double[][] turned = Matrices.rows(Matrices.transpose(Matrices.flat(c, size), size, size), size, size);
        Cholesky.solveTransposed(u, turned, size);
        TruncatedSvd svd = TruncatedSvd.exact(Matrices.flat(turned, size), size, size, Math.min(rank, size));
        int r = Math.max(1, svd.numericalRank(ROUNDING));
        // q = S^{-1/2} Vᵀ U⁻ᵀ (ψ̂ − μ)
        double[][] directions = new double[size][r];
        for (int a = 0; a < size; a++) {
            for (int k = 0; k < r; k++) {
                directions[a][k] = svd.v()[a * svd.rank() + k] / Math.sqrt(Math.max(svd.s()[k], Double.MIN_NORMAL));
            }
        }
        Cholesky.solveUpper(u, directions, r);
        double[][] weights = new double[r][n];
        for (int k = 0; k < r; k++) {
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (int a = 0; a < size; a++) {
                    sum += directions[a][k] * w[i][a];
                }
                weights[k][i] = sum;
            }
            for (int a = 0; a < size; a++) {
                weights[k][h] -= directions[a][k] * mean[a];
            }
        }
        return new Projection(directions, mean, weights);
    }

    /** x[0…] ← the p rows before row t, the oldest first, and their inputs, or those of the rows after them. */
    static void past(Rows rows, int i, int t, int p, int lead, double[] x) {
        int d = rows.width();
        int m = rows.inputWidth();
        System.arraycopy(rows.observations(i), (t - p) * d, x, 0, p * d);
        if (t < rows.length(i) || m == 0 || lead == 0) {
            System.arraycopy(rows.inputs(i), (t - p + lead) * m, x, p * d, p * m);
        } else {
            // The input after the last row is not known: the mean.
            System.arraycopy(rows.inputs(i), (t - p + 1) * m, x, p * d, (p - 1) * m);
            Arrays.fill(x, p * d + (p - 1) * m, p * (d + m), 0);
        }
    }

    private static void features(Rows rows, int i, int t, int p, int lead, RandomFeatures features, double[][] work,
            double[] z) {
        int h = p * (rows.width() + rows.inputWidth());
        past(rows, i, t, p, lead, z);
        z[h] = 1;
        if (features != null) {
            features.apply(z, work, 0, z, h + 1);
        }
    }

    /** r, the length of a state. */
    int rank() {
        return weights.length;
    }

    /** The number of features of the past. */
    int count() {
        return past * (width + inputWidth) + 1 + (features == null ? 0 : features.count());
    }

    /** New work space for {@link #state}. */
    double[][] work() {
        return RandomFeatures.work(features);
    }

    /** q ← the state before row t of sequence i. z: {@link #count} long. work: for the random features. */
    void state(Rows rows, int i, int t, double[] z, double[][] work, double[] q) {
        features(rows, i, t, past, lead, features, work, z);
        int n = count();
        for (int k = 0; k < weights.length; k++) {
            q[k] = FixedSums.dot(n, weights[k], z);
        }
    }

    /**
     * q ← the projection of the observed future, with what future inputs add taken out; its expectation given the past is
     * the state.
     *
     * @param future work space, f d long
     */
    void observed(Rows rows, int i, int t, double[] future, double[] q) {
        int n = directions.length;
        for (int a = 0; a < n; a++) {
            future[a] = rows.observations(i)[t * width + a] - mean[a];
        }
        for (int j = 0; j < planned.length; j++) {
            Kernels.add(-rows.inputs(i)[(t + lead) * inputWidth + j], planned[j], n, future);
        }
        for (int k = 0; k < weights.length; k++) {
            double sum = 0;
            for (int a = 0; a < n; a++) {
                sum += directions[a][k] * future[a];
            }
            q[k] = sum;
        }
    }
}
