package psr.math.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class ReadoutFilterTest {

    private final Rows rows = Systems.pendulum(8, 80, true, new SplittableRandom(3));
    private final ReadoutModel model = TwoStage.learn(rows,
            new TwoStage.Settings(4, 5, 5, 1e-3, 1, false, 20, 20, 10, 5, 100_000), new SplittableRandom(1), Progress.NONE);

    private static void assertFinite(RowFilter filter, double[] inputs) {
        double[] mean = new double[2];
        double[] covariance = new double[4];
        for (int k = 1; k <= 12; k++) {
            filter.mean(k, inputs, 0, mean);
            filter.covariance(k, covariance);
            assertTrue(Arrays.stream(mean).allMatch(Double::isFinite), "mean " + k + " " + Arrays.toString(mean));
            assertTrue(Arrays.stream(covariance).allMatch(Double::isFinite), "covariance " + k);
        }
    }

    @Test
    void wildRowsAndInputsLeaveForecastsFinite() {
        for (boolean rolled : new boolean[] {false, true}) {
            RowFilter filter = model.rolling(rolled).start();
            double[] inputs = new double[20];
            Arrays.fill(inputs, 1e30);
            inputs[3] = Double.NaN;
            inputs[4] = -Double.MAX_VALUE;
            double[][] wild = {{1e30, -1e30}, {Double.NaN, 1e300}, {Double.NaN, Double.NaN}, {-Double.MAX_VALUE, 0},
                    {Double.POSITIVE_INFINITY, 1}};
            for (int round = 0; round < 10; round++) {
                for (double[] row : wild) {
                    filter.update(row, inputs, round % 5);
                    assertFinite(filter, inputs);
                }
            }
        }
    }

    @Test
    void aMissingRowIsItsOwnForecast() {
        RowFilter one = model.start();
        RowFilter two = model.start();
        double[] u = rows.inputs(0);
        double[] row = new double[2];
        for (int t = 0; t < 20; t++) {
            System.arraycopy(rows.observations(0), 2 * t, row, 0, 2);
            one.update(row, u, t);
            two.update(row, u, t);
        }
        double[] expected = new double[2];
        one.mean(1, u, 20, expected);
        one.update(new double[] {Double.NaN, .5}, u, 20);
        two.update(new double[] {expected[0], .5}, u, 20);
        double[] a = new double[2];
        double[] b = new double[2];
        one.mean(3, u, 21, a);
        two.mean(3, u, 21, b);
        assertArrayEquals(a, b, 1e-12);
    }

    @Test
    void aCopyIsIndependentAndKnowsTheSame() {
        RowFilter filter = model.start();
        double[] u = rows.inputs(1);
        filter.update(new double[] {.1, .2}, u, 0);
        double[] before = new double[2];
        filter.mean(2, u, 1, before);
        RowFilter copy = filter.copy();
        filter.update(new double[] {-1, 1}, u, 1);
        double[] after = new double[2];
        copy.mean(2, u, 1, after);
        assertArrayEquals(before, after);
        copy.update(new double[] {-1, 1}, u, 1);
        filter.mean(2, u, 2, before);
        copy.mean(2, u, 2, after);
        assertArrayEquals(before, after);
        filter.reset();
        filter.mean(2, u, 2, before);
        model.start().mean(2, u, 2, after);
        assertArrayEquals(before, after);
    }

    @Test
    void forecastsUnderOtherPlansDoNotDependOnTheirOrder() {
        RowFilter filter = model.start();
        double[] left = {-1, -1, -1, -1, -1};
        double[] right = {1, 1, 1, 1, 1};
        filter.update(new double[] {0, 1}, left, 0);
        double[] first = new double[2];
        double[] other = new double[2];
        double[] again = new double[2];
        filter.mean(3, left, 0, first);
        filter.mean(3, right, 0, other);
        filter.mean(3, left, 0, again);
        assertArrayEquals(first, again);
        assertTrue(Math.abs(first[0] - other[0]) > 1e-3, "the torque must change the forecast");
    }

    @Test
    void rolledForecastsDoNotDependOnWhatWasAskedBefore() {
        double[] u = rows.inputs(0).clone();
        double[] row = new double[2];
        RowFilter filter = model.rolling(true).start();
        SplittableRandom random = new SplittableRandom(8);
        for (int t = 0; t < 200; t++) {
            int k = 1 + random.nextInt(t % 50 == 0 ? 70 : 9);
            if (random.nextInt(3) == 0) {
                u[1 + random.nextInt(8)] = random.nextGaussian();
            }
            RowFilter fresh = filter.copy();
            double[] expected = new double[2];
            fresh.mean(k, u, 0, expected);
            filter.mean(k, u, 0, row);
            assertArrayEquals(expected, row);
            if (random.nextInt(4) == 0) {
                filter.update(new double[] {random.nextGaussian(), random.nextGaussian()}, u, 0);
            }
        }
    }

    @Test
    void aForecastOfNoRowIsRejected() {
        assertThrows(IllegalArgumentException.class, () -> model.start().mean(0, new double[1], 0, new double[2]));
    }
}
