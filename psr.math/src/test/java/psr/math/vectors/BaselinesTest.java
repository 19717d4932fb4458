package psr.math.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.math.linear.Matrices;

class BaselinesTest {

    /** y_t = .5 y_{t−1} + u_t + .7 u_{t−1}: exact, the input acts on its own row. */
    private static Rows exact() {
        SplittableRandom random = new SplittableRandom(3);
        double[][] y = new double[5][80];
        double[][] u = new double[5][80];
        for (int i = 0; i < 5; i++) {
            for (int t = 0; t < 80; t++) {
                u[i][t] = random.nextGaussian();
                y[i][t] = 20 + u[i][t] + (t == 0 ? 0 : .5 * (y[i][t - 1] - 20) + .7 * u[i][t - 1]);
            }
        }
        return new Rows(1, y, 1, u);
    }

    private static void assertForecasts(ReadoutModel model, Rows rows, double tolerance) {
        for (boolean rolled : new boolean[] {false, true}) {
            RowFilter filter = model.rolling(rolled).start();
            double[] mean = new double[1];
            for (int t = 0; t < 60; t++) {
                filter.update(new double[] {rows.observations(0)[t]}, rows.inputs(0), t);
            }
            for (int k = 1; k <= 12; k++) {
                filter.mean(k, rows.inputs(0), 60, mean);
                assertEquals(rows.observations(0)[59 + k], mean[0], tolerance, k + " ahead, rolled " + rolled);
            }
        }
    }

    @Test
    void autoregressionFindsAnExactRecursionWithInputs() {
        Rows rows = exact();
        assertForecasts(Autoregression.learn(rows, new Autoregression.Settings(3, 1e-12, 0, 1, 12, 100_000),
                new SplittableRandom(1), Progress.NONE), rows, 1e-6);
    }

    @Test
    void subspaceIdentificationFindsAnExactRecursionWithInputs() {
        Rows rows = exact();
        assertForecasts(SubspaceIdentification.learn(rows,
                new SubspaceIdentification.Settings(1, 16, 4, 1e-10, 12, 100_000), Progress.NONE), rows, 1e-2);
    }

    @Test
    void linearTwoStageRegressionFindsAnExactRecursionWithInputs() {
        Rows rows = exact();
        assertForecasts(TwoStage.learn(rows, new TwoStage.Settings(2, 8, 4, 1e-9, 1, true, 0, 0, 0, 12, 100_000),
                new SplittableRandom(1), Progress.NONE), rows, 1e-2);
    }

    @Test
    void theSpectralRadiusIsThatOfTheEigenvalues() {
        // ±√6 and 1
        int[][] sources = {{1}, {0}, {2}};
        double[][] strengths = {{2}, {3}, {1}};
        assertEquals(Math.sqrt(6), Reservoir.radius(sources, strengths), 1e-3);
        assertEquals(0, Reservoir.radius(new int[][] {{1}, {1}}, new double[][] {{1}, {0}}));
    }

    @Test
    void aReservoirStepIsItsFormula() {
        Reservoir reservoir = new Reservoir(1, 1, .25, new int[][] {{1}, {0}}, new double[][] {{2}, {-1}},
                new double[][] {{.5, .1, .3}, {-.2, .4, 0}});
        double[] next = new double[4];
        reservoir.step(new double[] {.6, -.4, 9, 9}, new double[] {1.5}, new double[] {-2}, reservoir.work(), next);
        assertArrayEquals(new double[] {.75 * .6 + .25 * Math.tanh(.5 * 1.5 - .1 * 2 + .3 + 2 * -.4),
                .75 * -.4 + .25 * Math.tanh(-.2 * 1.5 - .4 * 2 - .6), 1.5, -2}, next, 1e-15);
    }

    @Test
    void aReservoirForecastsChaosBetterThanALinearModel() {
        SplittableRandom random = new SplittableRandom(2);
        Rows train = Systems.mackeyGlass(10, 150, random);
        Rows test = Systems.mackeyGlass(5, 150, random);
        ReadoutModel linear = Autoregression.learn(train, Autoregression.Settings.usual(), random, Progress.NONE);
        ReadoutModel random300 = Reservoir.learn(train, Reservoir.Settings.usual(), random, Progress.NONE);
        assertTrue(ModelSelection.score(random300, test) < ModelSelection.score(linear, test) - .5);
        ReadoutModel features = Autoregression.learn(train, new Autoregression.Settings(10, 1e-4, 250, 1, 10, 100_000),
                random, Progress.NONE);
        assertTrue(ModelSelection.score(features, test) < ModelSelection.score(linear, test) - .5);
        ReadoutModel psim = DaggerRegression.learn(train, TwoStage.Settings.usual(), 4, random, Progress.NONE);
        assertTrue(ModelSelection.score(psim, test) < ModelSelection.score(linear, test) - .5);
    }

    @Test
    void theProjectedFutureIsTheStateAndNoise() {
        SplittableRandom random = new SplittableRandom(2);
        Rows rows = LinearSystem.draw(2, 1, 1, random).sample(10, 200, random);
        Rows data = Standardization.of(rows).apply(rows);
        StageOne first = StageOne.learn(data, TwoStage.Settings.usual().withRank(2).withLinear(true).withRidge(1e-9), 1,
                random, Progress.NONE);
        NormalEquations equations = new NormalEquations(2, 2);
        double[] z = new double[first.count()];
        double[] state = new double[2];
        double[] observed = new double[2];
        Positions.visit(data, 10, 10, 100_000, "test", Progress.NONE, (i, t) -> {
            first.state(data, i, t, z, null, state);
            first.observed(data, i, t, new double[10], observed);
            System.arraycopy(state, 0, equations.row(), 0, 2);
            System.arraycopy(observed, 0, equations.row(), 2, 2);
            equations.add();
        });
        // Least squares are orthogonal: regressed on the state, its target has coefficients 1.
        assertArrayEquals(Matrices.identity(2), Matrices.flat(equations.solve(1e-12), 2), 1e-4);
        assertEquals(1, equations.sum(0, 0) / equations.count(), 1e-6);
    }
}
