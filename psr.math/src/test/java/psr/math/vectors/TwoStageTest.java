package psr.math.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;

class TwoStageTest {

    /** After several regressions. */
    private static final double SOLVED = 1e-7;

    private final TwoStage.Settings small = new TwoStage.Settings(3, 3, 3, 1e-3, .8, false, 20, 15, 5, 3, 100_000);

    /** The same numbers as Draws in two-stage.py. */
    static final class Draws implements RandomGenerator {

        private int k;

        @Override
        public long nextLong() {
            throw new UnsupportedOperationException("only Gaussian numbers are drawn");
        }

        @Override
        public double nextGaussian() {
            k++;
            return 2 * Math.sin(k * 1.7 + .3 * Math.sin(k * .9));
        }
    }

    private static double[] forecasts(ReadoutModel model, Rows rows, int sequence, int t) {
        int d = rows.width();
        int m = rows.inputWidth();
        RowFilter filter = model.start();
        double[] row = new double[d];
        for (int i = 0; i < t; i++) {
            System.arraycopy(rows.observations(sequence), i * d, row, 0, d);
            filter.update(row, rows.inputs(sequence), i * m);
        }
        double[] all = new double[model.horizon() * d];
        for (int k = 1; k <= model.horizon(); k++) {
            filter.mean(k, rows.inputs(sequence), t * m, row);
            System.arraycopy(row, 0, all, (k - 1) * d, d);
        }
        return all;
    }

    @Test
    void agreesWithNumPy() {
        Golden golden = new Golden("two-stage.txt");
        Rows rows = golden.rows(2, 1);
        for (boolean linear : new boolean[] {true, false}) {
            ReadoutModel model = TwoStage.learn(rows, small.withLinear(linear), new Draws(), Progress.NONE);
            String kind = linear ? "linear" : "random";
            for (int t : new int[] {5, 30}) {
                assertArrayEquals(golden.get(kind + "-direct-" + t), forecasts(model.rolling(false), rows, 1, t), SOLVED);
                assertArrayEquals(golden.get(kind + "-rolled-" + t), forecasts(model.rolling(true), rows, 1, t), SOLVED);
            }
        }
    }

    @Test
    void sameSeedGivesTheSameBits() {
        Rows rows = Systems.pendulum(6, 60, true, new SplittableRandom(1));
        ReadoutModel one = TwoStage.learn(rows, small, new SplittableRandom(2), Progress.NONE);
        ReadoutModel two = TwoStage.learn(rows, small, new SplittableRandom(2), Progress.NONE);
        assertArrayEquals(forecasts(one, rows, 0, 40), forecasts(two, rows, 0, 40));
    }

    @Test
    void unitsOfTheDataDoNotMatter() {
        Rows rows = new Golden("two-stage.txt").rows(2, 1);
        double[][] y = new double[4][];
        double[][] u = new double[4][];
        for (int i = 0; i < 4; i++) {
            y[i] = rows.observations(i).clone();
            u[i] = rows.inputs(i).clone();
            for (int k = 0; k < y[i].length; k += 2) {
                y[i][k] = 1e6 + 1e3 * y[i][k];
            }
            for (int k = 0; k < u[i].length; k++) {
                u[i][k] *= -1e-4;
            }
        }
        Rows scaled = new Rows(2, y, 1, u);
        double[] plain = forecasts(TwoStage.learn(rows, small.withLinear(true), new Draws(), Progress.NONE), rows, 1, 30);
        double[] moved = forecasts(TwoStage.learn(scaled, small.withLinear(true), new Draws(), Progress.NONE), scaled, 1,
                30);
        for (int k = 0; k < plain.length; k += 2) {
            assertEquals(plain[k], (moved[k] - 1e6) / 1e3, SOLVED);
            assertEquals(plain[k + 1], moved[k + 1], SOLVED);
        }
    }

    @Test
    void randomFeaturesForecastLorenzBetterThanLinearOnes() {
        SplittableRandom random = new SplittableRandom(4);
        Rows train = Systems.lorenz(10, 200, random);
        Rows test = Systems.lorenz(5, 200, random);
        Standardization scale = Standardization.of(train);
        TwoStage.Settings settings = TwoStage.Settings.usual().withRank(5).withBandwidth(.5);
        double linear = HeldOut.of(TwoStage.learn(train, settings.withLinear(true), random, Progress.NONE), scale, test, 20,
                1).mse()[0];
        double features = HeldOut.of(TwoStage.learn(train, settings, random, Progress.NONE), scale, test, 20, 1).mse()[0];
        assertTrue(features < .7 * linear, features + " instead of less than 70 % of " + linear);
    }

    @Test
    void sequencesShorterThanTheWindowAreRejectedInWords() {
        String message = assertThrows(IllegalArgumentException.class,
                () -> TwoStage.learn(new Rows(1, new double[5], new double[3]), small, new Draws(), Progress.NONE))
                .getMessage();
        assertEquals("at least one sequence must have 6 rows, the past of 3 and the future of 3; the longest has 5", message);
    }

    @Test
    void progressStopsLearning() {
        Rows rows = Systems.lorenz(20, 300, new SplittableRandom(1));
        assertThrows(IllegalStateException.class, () -> TwoStage.learn(rows, small, new Draws(), (work, done) -> {
            throw new IllegalStateException("stop");
        }));
    }
}
