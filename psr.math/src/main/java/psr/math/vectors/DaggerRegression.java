package psr.math.vectors;

import java.util.random.RandomGenerator;

/**
 * Predictive state inference machines (Sun et al. 2016): the filter is a regression of the next observed future on its
 * own state and the row, trained on the states that it reaches itself (DAgger). Future inputs are regressed out.
 */
public final class DaggerRegression {

    private DaggerRegression() {}

    /**
     * Learns a model.
     *
     * @param settings as for two-stage regression, which gives the first filter
     * @param rounds how often the filter is learned from the states that it reaches, added to those before
     */
    public static ReadoutModel learn(Rows rows, TwoStage.Settings settings, int rounds, RandomGenerator random,
            Progress progress) {
        Standardization scale = Standardization.of(rows);
        Rows data = Imputation.fill(scale.apply(rows));
        StageOne first = StageOne.learn(data, settings, 1, random, progress);
        FeatureDynamics filter = TwoStage.filter(data, settings, first, random, progress);
        int r = first.rank();
        int d = data.width();
        int m = data.inputWidth();
        int n = filter.count();
        NormalEquations equations = new NormalEquations(n, r);
        double[] future = new double[settings.future() * d];
        double[] target = new double[r];
        double[] y = new double[d];
        double[] v = new double[m];
        double[][] g = filter.work();
        for (int round = 0; round < rounds; round++) {
            FeatureDynamics now = filter;
            ReadoutFit.visit(data, now, 0, settings.future() + 1, settings.positions(), progress, (i, t, q) -> {
                System.arraycopy(data.observations(i), t * d, y, 0, d);
                System.arraycopy(data.inputs(i), (t + 1) * m, v, 0, m);
                now.features(q, y, v, g[0], g, 1);
                first.observed(data, i, t + 1, future, target);
                double[] row = equations.row();
                System.arraycopy(g[0], 0, row, 0, n);
                System.arraycopy(target, 0, row, n, r);
                equations.add();
            });
            filter = filter.with(Readout.transposed(equations.solve(settings.ridge()), 0, r));
        }
        return ReadoutFit.fit(scale, data, filter, settings.readouts(), random, progress);
    }
}
