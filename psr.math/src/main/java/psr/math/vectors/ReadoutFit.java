package psr.math.vectors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Learns readouts from the states that a filter reaches on the training data. */
final class ReadoutFit {

    /** About how many rows are filtered to find the width of a kernel, in pieces of so many. */
    private static final int SAMPLED = 30_000;
    private static final int PIECE = 1_000;

    private ReadoutFit() {}

    /**
     * Settings.
     *
     * @param horizon K, the number of readouts
     * @param frequencies of the random features; 0 for linear readouts
     * @param bandwidth the width of the kernel, in median distances
     * @param ridge λ, relative
     * @param skip the first rows of a sequence, which teach nothing because the filter knows too little
     * @param positions the most positions that a regression uses
     */
    record Settings(int horizon, int frequencies, double bandwidth, double ridge, int skip, int positions) {}

    /** A model with this filter. data: standardized, without missing values. */
    static ReadoutModel fit(Standardization scale, Rows data, Dynamics dynamics, Settings settings,
            RandomGenerator random, Progress progress) {
        Readout[] shapes = draw(data, dynamics, settings, random, progress);
        double[][] covariances = new double[settings.horizon()][];
        Readout[] readouts = refit(data, dynamics, shapes, settings, covariances, progress);
        return new ReadoutModel(scale, dynamics, readouts, new boolean[settings.horizon()], covariances);
    }

    /** Draws the random features of readouts that have no weights yet. */
    static Readout[] draw(Rows data, Dynamics dynamics, Settings settings, RandomGenerator random, Progress progress) {
        int r = dynamics.dimension();
        int m = data.inputWidth();
        int horizon = settings.horizon();
        NormalEquations.size((long) r + 1 + 2L * settings.frequencies(), (long) data.width() * (m == 0 ? horizon : 1));
        Readout[] shapes = new Readout[horizon];
        if (settings.frequencies() == 0) {
            Arrays.setAll(shapes, k -> new Readout(r + k * m, null, null));
            return shapes;
        }
        int longest = r + (horizon - 1) * m;
        List<double[]> points = new ArrayList<>();
        Rows some = data.limited(SAMPLED, PIECE);
        visit(some, dynamics, settings.skip(), horizon, 1_000, progress, (i, t, q) -> {
            double[] x = new double[longest];
            System.arraycopy(q, 0, x, 0, r);
            System.arraycopy(some.inputs(i), (t + 1) * m, x, r, (horizon - 1) * m);
            points.add(x);
        });
        double[][] sample = points.toArray(double[][]::new);
        for (int k = 0; k < horizon; k++) {
            if (m == 0 && k > 0) {
                shapes[k] = shapes[0];
            } else {
                int n = r + k * m;
                double deviation = settings.bandwidth() * RandomFeatures.medianDistance(sample, n);
                shapes[k] = new Readout(n, RandomFeatures.draw(n, settings.frequencies(), deviation, random), null);
            }
        }
        return shapes;
    }

    /**
     * Readouts with the same features and new weights.
     *
     * @param covariances overwritten: for each readout the covariance of its errors on these data; null if not wanted
     */
    static Readout[] refit(Rows data, Dynamics dynamics, Readout[] shapes, Settings settings, double[][] covariances,
            Progress progress) {
        int d = data.width();
        int m = data.inputWidth();
        int r = dynamics.dimension();
        int horizon = shapes.length;
        boolean shared = m == 0;
        NormalEquations[] equations = new NormalEquations[shared ? 1 : horizon];
        for (int k = 0; k < equations.length; k++) {
            equations[k] = new NormalEquations(shapes[k].count(), shared ? horizon * d : d);
        }
        double[][] work = Readout.work(shapes);
        visit(data, dynamics, settings.skip(), shared ? horizon : 1, settings.positions(), progress, (i, t, q) -> {
            for (int k = 0; k < equations.length && t + k < data.length(i); k++) {
                double[] row = equations[k].row();
                System.arraycopy(q, 0, row, 0, r);
                System.arraycopy(data.inputs(i), m == 0 ? 0 : (t + 1) * m, row, r, k * m);
                shapes[k].complete(row, work);
                System.arraycopy(data.observations(i), (t + k) * d, row, shapes[k].count(), shared ? horizon * d : d);
                equations[k].add();
            }
        });
        Readout[] readouts = new Readout[horizon];
        double[][] w = null;
        double[] residual = null;
        for (int k = 0; k < horizon; k++) {
            if (!shared || k == 0) {
                NormalEquations mine = equations[k];
                if (mine.count() == 0) {
                    throw new IllegalArgumentException("at least one sequence must have more than "
                            + (settings.skip() + horizon) + " rows to learn forecasts " + horizon
                            + " rows ahead; the longest has " + data.longest());
                }
                w = mine.solve(settings.ridge());
                residual = covariances == null ? null : mine.residualCovariance(w);
            }
            int at = shared ? k * d : 0;
            readouts[k] = shapes[k].with(Readout.transposed(w, at, d));
            if (covariances != null) {
                covariances[k] = block(residual, shared ? horizon * d : d, at, d);
            }
        }
        return readouts;
    }

    private static double[] block(double[] a, int size, int at, int d) {
        double[] block = new double[d * d];
        for (int i = 0; i < d; i++) {
            System.arraycopy(a, (at + i) * size + at, block, i * d, d);
        }
        return block;
    }

    /** What is done with a state. */
    interface Visitor {

        /** q: the state before row t of sequence i. */
        void at(int i, int t, double[] q);
    }

    /** Filters the data and visits the states before rows first … length − after, evenly spaced if above the limit. */
    static void visit(Rows data, Dynamics dynamics, int first, int after, int limit, Progress progress, Visitor visitor) {
        int d = data.width();
        int m = data.inputWidth();
        int stride = Positions.stride(data, first, after, limit);
        double[] q = new double[dynamics.dimension()];
        double[] next = new double[dynamics.dimension()];
        double[] y = new double[d];
        double[] v = new double[m];
        double[][] work = dynamics.work();
        long at = 0;
        for (int i = 0; i < data.count(); i++) {
            progress.at("readouts", i / (double) data.count());
            int length = data.length(i);
            if (length == 0) {
                continue;
            }
            System.arraycopy(data.inputs(i), 0, v, 0, m);
            dynamics.begin(v, q);
            for (int t = 0; t <= length - after; t++) {
                if (t >= first && at++ % stride == 0) {
                    visitor.at(i, t, q);
                }
                if (t + 1 < length) {
                    System.arraycopy(data.observations(i), t * d, y, 0, d);
                    System.arraycopy(data.inputs(i), (t + 1) * m, v, 0, m);
                    dynamics.step(q, y, v, work, next);
                    double[] free = q;
                    q = next;
                    next = free;
                }
                if (t % 10_000 == 9_999) {
                    progress.at("readouts", (i + t / (double) length) / data.count());
                }
            }
        }
    }
}
