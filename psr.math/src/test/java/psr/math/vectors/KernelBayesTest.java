package psr.math.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class KernelBayesTest {

    private static final double SOLVED = 1e-8;

    /** With indicators as features, the rule is Bayes' rule: the filter of a hidden Markov model with two symbols. */
    @Test
    void withIndicatorsItIsTheForwardAlgorithm() {
        double[][] transition = {{.8, .3}, {.2, .7}};
        double[][] emission = {{.9, .4}, {.1, .6}};
        // y is 0 or 1; φ(y) = (1 − y, y), a projection of (y, 1)
        double[][] projection = {{-1, 1}, {1, 0}};
        double[][] next = new double[4][3];
        double[][] square = new double[4][3];
        for (int symbol = 0; symbol < 2; symbol++) {
            for (int from = 0; from < 2; from++) {
                square[symbol * 2 + symbol][from] = emission[symbol][from];
                for (int to = 0; to < 2; to++) {
                    next[to * 2 + symbol][from] = transition[to][from] * emission[symbol][from];
                }
            }
        }
        double[] low = {-9, -9};
        double[] high = {9, 9};
        KernelBayesDynamics filter = new KernelBayesDynamics(2, 1, 0, null, null, projection, next, square, 1e-13, low, high);
        double[] belief = {.5, .5};
        double[] found = new double[2];
        double[][] work = filter.work();
        for (int symbol : new int[] {0, 1, 1, 0, 0, 1}) {
            filter.step(belief, new double[] {symbol}, new double[0], work, found);
            double[] expected = new double[2];
            double total = 0;
            for (int from = 0; from < 2; from++) {
                total += emission[symbol][from] * belief[from];
                for (int to = 0; to < 2; to++) {
                    expected[to] += transition[to][from] * emission[symbol][from] * belief[from];
                }
            }
            for (int to = 0; to < 2; to++) {
                expected[to] /= total;
            }
            assertArrayEquals(expected, found, SOLVED);
            belief = found.clone();
        }
    }

    @Test
    void forecastsChaosBetterThanALinearModelAndStaysFinite() {
        SplittableRandom random = new SplittableRandom(2);
        Rows train = Systems.mackeyGlass(10, 150, random);
        Rows test = Systems.mackeyGlass(5, 150, random);
        ReadoutModel linear = Autoregression.learn(train, Autoregression.Settings.usual(), random, Progress.NONE);
        ReadoutModel bayes = KernelBayes.learn(train, TwoStage.Settings.usual().withBandwidth(.5), 5, .1, random, Progress.NONE);
        double gain = ModelSelection.score(linear, test) - ModelSelection.score(bayes, test);
        assertTrue(gain > .3, "the logarithm of the error falls by " + gain);
        RowFilter filter = bayes.start();
        double[] mean = new double[1];
        for (double wild : new double[] {1e30, Double.NaN, -1e300, 1}) {
            filter.update(new double[] {wild}, null, 0);
            filter.mean(10, null, 0, mean);
            assertTrue(Arrays.stream(mean).allMatch(Double::isFinite));
        }
    }
}
