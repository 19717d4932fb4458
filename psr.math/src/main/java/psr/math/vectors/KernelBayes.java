package psr.math.vectors;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import psr.math.linear.Matrices;
import psr.math.linear.TruncatedSvd;

/** Two-stage regression whose filter conditions on a row by the kernel Bayes rule. */
public final class KernelBayes {

    private static final double RANGE = 1.5;

    /** Directions of the features of a row with less than this part of the variance are left out. */
    private static final double ROUNDING = 1e-8;

    private KernelBayes() {}

    /**
     * Learns a model.
     *
     * @param settings as for {@link TwoStage}; the number of random features of a row is that of the readouts
     * @param size s, the most principal components of the features of a row that the rule uses; 5 is usual, more are unstable
     * @param conditioning λ of the rule, relative; .1 is usual
     */
    public static ReadoutModel learn(Rows rows, TwoStage.Settings settings, int size, double conditioning,
            RandomGenerator random, Progress progress) {
        Standardization scale = Standardization.of(rows);
        Rows data = Imputation.fill(scale.apply(rows));
        return ReadoutFit.fit(scale, data, filter(data, settings, size, conditioning, random, progress),
                settings.readouts(), random, progress);
    }

    private static KernelBayesDynamics filter(Rows data, TwoStage.Settings settings, int size, double conditioning,
            RandomGenerator random, Progress progress) {
        StageOne first = StageOne.learn(data, settings, 1, random, progress);
        int r = first.rank();
        int d = data.width();
        int m = data.inputWidth();
        int p = settings.past();
        RandomFeatures features = null;
        if (!settings.linear() && settings.readoutFeatures() > 0) {
            double[][] points = new double[1_000][];
            int[] count = {0};
            Positions.visit(data, 0, 1, points.length, "stage 2", progress, (i, t) -> points[count[0]++] = Arrays
                    .copyOfRange(data.observations(i), t * d, (t + 1) * d));
            double deviation = RandomFeatures.medianDistance(Arrays.copyOf(points, count[0]), d);
            features = RandomFeatures.draw(d, settings.readoutFeatures(), settings.bandwidth() * deviation, random);
        }
        RandomFeatures stateFeatures = stateFeatures(data, first, settings, random, progress);
        double[][] projection = components(data, features, size, settings.positions(), progress);
        int s = projection.length;
        double[] low = new double[r];
        double[] high = new double[r];
        KernelBayesDynamics shape =
                new KernelBayesDynamics(r, d, m, features, stateFeatures, projection, null, null, conditioning, low,
                        high);
        int n = shape.stateCount();
        NormalEquations equations = new NormalEquations(n, r * s + s * s);
        double[] z = new double[first.count()];
        double[][] randomWork = first.work();
        double[] now = new double[r];
        double[] next = new double[r];
        double[] y = new double[d];
        double[] v = new double[m];
        double[][] work = shape.work();
        Positions.visit(data, p, 2, settings.positions(), "stage 2", progress, (i, t) -> {
            first.state(data, i, t, z, randomWork, now);
            first.state(data, i, t + 1, z, randomWork, next);
            System.arraycopy(data.observations(i), t * d, y, 0, d);
            shape.observe(y, work);
            double[] phi = work[2];
            double[] row = equations.row();
            System.arraycopy(data.inputs(i), (t + 1) * m, v, 0, m);
            shape.state(now, v, work);
            System.arraycopy(work[3], 0, row, 0, n);
            for (int k = 0; k < r; k++) {
                low[k] = Math.min(low[k], RANGE * now[k]);
                high[k] = Math.max(high[k], RANGE * now[k]);
                for (int j = 0; j < s; j++) {
                    row[n + k * s + j] = next[k] * phi[j];
                }
            }
            for (int k = 0; k < s; k++) {
                for (int j = 0; j < s; j++) {
                    row[n + r * s + k * s + j] = phi[k] * phi[j];
                }
            }
            equations.add();
        });
        double[][] weights = Readout.transposed(equations.solve(settings.ridge()), 0, r * s + s * s);
        return new KernelBayesDynamics(r, d, m, features, stateFeatures, projection, Arrays.copyOf(weights, r * s),
                Arrays.copyOfRange(weights, r * s, weights.length), conditioning, low, high);
    }

    private static RandomFeatures stateFeatures(Rows data, StageOne first, TwoStage.Settings settings,
            RandomGenerator random, Progress progress) {
        if (settings.linear() || settings.stateFeatures() == 0) {
            return null;
        }
        int r = first.rank();
        int m = data.inputWidth();
        double[] z = new double[first.count()];
        double[][] randomWork = first.work();
        double[] q = new double[r];
        double[][] points = new double[1_000][];
        int[] count = {0};
        Positions.visit(data, settings.past(), 2, points.length, "stage 2", progress, (i, t) -> {
            first.state(data, i, t, z, randomWork, q);
            double[] x = Arrays.copyOf(q, r + m);
            System.arraycopy(data.inputs(i), (t + 1) * m, x, r, m);
            points[count[0]++] = x;
        });
        double deviation = RandomFeatures.medianDistance(Arrays.copyOf(points, count[0]), r + m);
        return RandomFeatures.draw(r + m, settings.stateFeatures(), settings.bandwidth() * deviation, random);
    }

    /** The principal components, not centered, of the features of rows, each scaled to mean square 1. */
    private static double[][] components(Rows data, RandomFeatures features, int size, int positions, Progress progress) {
        int d = data.width();
        int n = d + 1 + (features == null ? 0 : features.count());
        NormalEquations sums = new NormalEquations(n, 0);
        double[][] work = RandomFeatures.work(features);
        Positions.visit(data, 0, 1, positions, "stage 2", progress, (i, t) -> {
            double[] row = sums.row();
            System.arraycopy(data.observations(i), t * d, row, 0, d);
            row[d] = 1;
            if (features != null) {
                features.apply(row, work, 0, row, d + 1);
            }
            sums.add();
        });
        double[] covariance = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                covariance[i * n + j] = sums.sum(i, j) / sums.count();
            }
        }
        TruncatedSvd svd = TruncatedSvd.exact(covariance, n, n, Math.min(size, n));
        int s = Math.max(1, svd.numericalRank(ROUNDING));
        double[] u = Matrices.transpose(svd.u(), n, svd.rank());
        double[][] components = new double[s][n];
        for (int k = 0; k < s; k++) {
            for (int i = 0; i < n; i++) {
                components[k][i] = u[k * n + i] / Math.sqrt(svd.s()[k]);
            }
        }
        return components;
    }
}
