package psr.math.vectors;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Two-stage regression with a regression filter (Hefny, Downey, Gordon 2015; Hefny et al. 2018). */
public final class TwoStage {

    /** A filter clips each coordinate of its state to this many times the range that it has in training. */
    private static final double RANGE = 1.5;

    private TwoStage() {}

    /**
     * Settings.
     *
     * @param rank r, the length of the state
     * @param past p, the rows of the past
     * @param future f, the rows of the future
     * @param ridge λ, relative to the mean square of the features
     * @param bandwidth the width of the kernels, in median distances
     * @param linear whether all features are linear
     * @param pastFeatures the frequencies of the random features of the past
     * @param stateFeatures the frequencies of the random features of the filter
     * @param readoutFeatures the frequencies of the random features of the readouts
     * @param horizon K, the number of readouts
     * @param positions the most positions that a regression uses; of more, evenly spaced ones
     */
    public record Settings(int rank, int past, int future, double ridge, double bandwidth, boolean linear, int pastFeatures,
            int stateFeatures, int readoutFeatures, int horizon, int positions) {

        /** The usual ones. */
        public static Settings usual() {
            return new Settings(10, 10, 10, 1e-3, 1, false, 250, 150, 50, 10, 100_000);
        }

        /** Others with this rank. */
        public Settings withRank(int other) {
            return new Settings(other, past, future, ridge, bandwidth, linear, pastFeatures, stateFeatures, readoutFeatures,
                    horizon, positions);
        }

        /** Others with this window: as many rows of the past as of the future. */
        public Settings withWindow(int window) {
            return new Settings(rank, window, window, ridge, bandwidth, linear, pastFeatures, stateFeatures,
                    readoutFeatures, horizon, positions);
        }

        /** Others with this ridge. */
        public Settings withRidge(double other) {
            return new Settings(rank, past, future, other, bandwidth, linear, pastFeatures, stateFeatures, readoutFeatures,
                    horizon, positions);
        }

        /** Others with this bandwidth. */
        public Settings withBandwidth(double other) {
            return new Settings(rank, past, future, ridge, other, linear, pastFeatures, stateFeatures, readoutFeatures,
                    horizon, positions);
        }

        /** Others with linear features or not. */
        public Settings withLinear(boolean other) {
            return new Settings(rank, past, future, ridge, bandwidth, other, pastFeatures, stateFeatures, readoutFeatures,
                    horizon, positions);
        }

        /** Others with this many readouts. */
        public Settings withHorizon(int other) {
            return new Settings(rank, past, future, ridge, bandwidth, linear, pastFeatures, stateFeatures, readoutFeatures,
                    other, positions);
        }

        /** The settings of the readouts. */
        ReadoutFit.Settings readouts() {
            return new ReadoutFit.Settings(horizon, linear ? 0 : readoutFeatures, bandwidth, ridge, past, positions);
        }
    }

    /**
     * Learns a model from all rows, with covariances of the errors on the training data.
     *
     * @throws IllegalArgumentException if no sequence is as long as a past and a future
     * @throws ArithmeticException if a regression has no solution, which a larger ridge prevents
     */
    public static ReadoutModel learn(Rows rows, Settings settings, RandomGenerator random, Progress progress) {
        Standardization scale = Standardization.of(rows);
        Rows data = Imputation.fill(scale.apply(rows));
        FeatureDynamics filter = filter(data, settings, random, progress);
        return ReadoutFit.fit(scale, data, filter, settings.readouts(), random, progress);
    }

    /** Stages 1 and 2, from standardized data without missing values. */
    static FeatureDynamics filter(Rows data, Settings settings, RandomGenerator random, Progress progress) {
        return filter(data, settings, StageOne.learn(data, settings, 1, random, progress), random, progress);
    }

    /** Stage 2. */
    static FeatureDynamics filter(Rows data, Settings settings, StageOne first, RandomGenerator random,
            Progress progress) {
        int r = first.rank();
        int d = data.width();
        int m = data.inputWidth();
        int x = r + d + m;
        int p = settings.past();
        double[] z = new double[first.count()];
        double[][] work = first.work();
        double[] low = new double[r];
        double[] high = new double[r];
        RandomFeatures features = null;
        if (!settings.linear() && settings.stateFeatures() > 0) {
            double[][] points = new double[1_000][];
            int[] count = {0};
            double[] q = new double[r];
            Positions.visit(data, p, 2, points.length, "stage 2", progress, (i, t) -> {
                first.state(data, i, t, z, work, q);
                points[count[0]] = Arrays.copyOf(q, x);
                copyRow(data, i, t, points[count[0]++], r);
            });
            double deviation = RandomFeatures.medianDistance(Arrays.copyOf(points, count[0]), x);
            features = RandomFeatures.draw(x, settings.stateFeatures(), settings.bandwidth() * deviation, random);
        }
        FeatureDynamics shape = new FeatureDynamics(r, d, m, 0, features, null, low, high);
        int n = shape.count();
        NormalEquations equations = new NormalEquations(n, r);
        double[] now = new double[r];
        double[] next = new double[r];
        double[] y = new double[d];
        double[] v = new double[m];
        double[][] g = shape.work();
        int[] last = {-1, -1};
        Positions.visit(data, p, 2, settings.positions(), "stage 2", progress, (i, t) -> {
            if (last[0] == i && last[1] == t) {
                System.arraycopy(next, 0, now, 0, r);
            } else {
                first.state(data, i, t, z, work, now);
            }
            first.state(data, i, t + 1, z, work, next);
            last[0] = i;
            last[1] = t + 1;
            System.arraycopy(data.observations(i), t * d, y, 0, d);
            System.arraycopy(data.inputs(i), (t + 1) * m, v, 0, m);
            shape.features(now, y, v, g[0], g, 1);
            double[] row = equations.row();
            System.arraycopy(g[0], 0, row, 0, n);
            System.arraycopy(next, 0, row, n, r);
            equations.add();
            for (int k = 0; k < r; k++) {
                low[k] = Math.min(low[k], now[k]);
                high[k] = Math.max(high[k], now[k]);
            }
        });
        for (int k = 0; k < r; k++) {
            low[k] *= RANGE;
            high[k] *= RANGE;
        }
        return shape.with(Readout.transposed(equations.solve(settings.ridge()), 0, r));
    }

    /** x[at…] ← row t and the input after it. */
    private static void copyRow(Rows data, int i, int t, double[] x, int at) {
        int d = data.width();
        int m = data.inputWidth();
        System.arraycopy(data.observations(i), t * d, x, at, d);
        System.arraycopy(data.inputs(i), (t + 1) * m, x, at + d, m);
    }
}
