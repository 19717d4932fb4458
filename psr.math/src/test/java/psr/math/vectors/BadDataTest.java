package psr.math.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;

import org.junit.jupiter.api.Test;

/** Every learner on data that are short, constant, sparse or wild. */
class BadDataTest {

    private static final TwoStage.Settings SMALL = new TwoStage.Settings(3, 4, 4, 1e-3, 1, false, 20, 10, 6, 4, 100_000);

    private static Map<String, Function<Rows, RowModel>> learners() {
        Map<String, Function<Rows, RowModel>> all = new LinkedHashMap<>();
        all.put("rff", rows -> TwoStage.learn(rows, SMALL, new SplittableRandom(1), Progress.NONE));
        all.put("linear", rows -> TwoStage.learn(rows, SMALL.withLinear(true), new SplittableRandom(1), Progress.NONE));
        all.put("n4sid", rows -> SubspaceIdentification.learn(rows,
                new SubspaceIdentification.Settings(2, 4, 4, 1e-5, 4, 100_000), Progress.NONE));
        all.put("ar", rows -> Autoregression.learn(rows, new Autoregression.Settings(4, 1e-4, 10, 1, 4, 100_000),
                new SplittableRandom(1), Progress.NONE));
        all.put("esn", rows -> Reservoir.learn(rows, new Reservoir.Settings(30, .9, .5, .5, 1e-4, 4, 4, 100_000),
                new SplittableRandom(1), Progress.NONE));
        all.put("kalman", rows -> KalmanEm.learn(rows, new KalmanEm.Settings(2, 4, 3, 0), Progress.NONE));
        all.put("psim", rows -> DaggerRegression.learn(rows, SMALL, 2, new SplittableRandom(1), Progress.NONE));
        all.put("psr", rows -> Automatic.learn(rows,
                new Automatic.Settings(SMALL, List.of(3), List.of(1.0), List.of(1e-3), List.of(4), false),
                new SplittableRandom(1), Progress.NONE).model());
        return all;
    }

    /** Forecasts at several distances after the rows of a sequence. */
    private static double[] forecasts(RowModel model, double[] y, double[] u, int rows) {
        int d = model.width();
        int m = model.inputWidth();
        double[] inputs = Arrays.copyOf(u, u.length + 6 * m);
        RowFilter filter = model.start();
        for (int t = 0; t < rows; t++) {
            filter.update(Arrays.copyOfRange(y, t * d, (t + 1) * d), inputs, t * m);
        }
        double[] all = new double[0];
        double[] mean = new double[d];
        double[] covariance = new double[d * d];
        for (int k = 1; k <= 6; k++) {
            filter.mean(k, inputs, rows * m, mean);
            filter.covariance(k, covariance);
            int at = all.length;
            all = Arrays.copyOf(all, at + d + d * d);
            System.arraycopy(mean, 0, all, at, d);
            System.arraycopy(covariance, 0, all, at + d, d * d);
        }
        return all;
    }

    private static void assertFinite(String name, double[] forecasts) {
        assertTrue(Arrays.stream(forecasts).allMatch(Double::isFinite), name + " " + Arrays.toString(forecasts));
    }

    @Test
    void constantAndEmptyChannelsAndConstantInputsAreForecast() {
        SplittableRandom random = new SplittableRandom(1);
        double[][] y = new double[5][3 * 60];
        double[][] u = new double[5][60];
        for (int i = 0; i < 5; i++) {
            Arrays.fill(u[i], 3);
            for (int t = 0; t < 60; t++) {
                y[i][3 * t] = Math.sin(.3 * t + i) + .1 * random.nextGaussian();
                y[i][3 * t + 1] = 7;
                y[i][3 * t + 2] = Double.NaN;
            }
        }
        Rows rows = new Rows(3, y, 1, u);
        learners().forEach((name, learner) -> {
            double[] found = forecasts(learner.apply(rows), y[0], u[0], 30);
            assertFinite(name, found);
            assertEquals(7, found[1], 1e-3, name);
        });
    }

    @Test
    void wildRowsAndInputsLeaveForecastsFinite() {
        Rows rows = Systems.pendulum(6, 60, true, new SplittableRandom(1));
        double[] y = new double[2 * 40];
        double[] u = new double[40];
        double[] wild = {1e30, -1e30, Double.NaN, 1e300, 0, -Double.MAX_VALUE};
        for (int k = 0; k < y.length; k++) {
            y[k] = wild[k % wild.length];
            u[k / 2] = wild[(k + 3) % wild.length];
        }
        learners().forEach((name, learner) -> {
            RowModel model = learner.apply(rows);
            for (int t : new int[] {0, 1, 5, 40}) {
                assertFinite(name, forecasts(model, y, u, t));
            }
        });
    }

    @Test
    void aTenthOfTheValuesMissingCostsLittle() {
        SplittableRandom random = new SplittableRandom(2);
        Rows test = Systems.pendulum(10, 150, true, random);
        Rows rows = Systems.pendulum(12, 150, true, random);
        double[][] y = new double[12][];
        double[][] u = new double[12][];
        for (int i = 0; i < 12; i++) {
            y[i] = rows.observations(i).clone();
            u[i] = rows.inputs(i);
            for (int k = 0; k < y[i].length; k++) {
                y[i][k] = random.nextInt(10) == 0 ? Double.NaN : y[i][k];
            }
        }
        Rows sparse = new Rows(2, y, 1, u);
        TwoStage.Settings settings = TwoStage.Settings.usual();
        RowModel all = TwoStage.learn(rows, settings, new SplittableRandom(1), Progress.NONE);
        RowModel some = TwoStage.learn(sparse, settings, new SplittableRandom(1), Progress.NONE);
        double lost = ModelSelection.score(some, test) - ModelSelection.score(all, test);
        assertTrue(lost < .15, "the logarithm of the error grows by " + lost);
    }

    @Test
    void oneRowIsRejectedInWordsByEveryLearner() {
        List<String> silent = new ArrayList<>();
        for (Map.Entry<String, Function<Rows, RowModel>> learner : learners().entrySet()) {
            String message = assertThrows(IllegalArgumentException.class,
                    () -> learner.getValue().apply(new Rows(1, new double[] {1})), learner.getKey()).getMessage();
            if (!message.contains("must have")) {
                silent.add(learner.getKey() + ": " + message);
            }
        }
        assertEquals(List.of(), silent);
    }

    @Test
    void shortSequencesAreEnoughForTheLearnerThatChooses() {
        SplittableRandom random = new SplittableRandom(3);
        for (int length : new int[] {8, 12, 30}) {
            Rows rows = Systems.lorenz(10, length, random);
            assertFinite("length " + length, forecasts(learners().get("psr").apply(rows), rows.observations(0),
                    new double[0], 5));
        }
    }
}
