package psr.gradients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.linear.LinearPsr;

class StringProbabilityTest {

    /** A model whose operators are numbers. */
    private static Psr numbers(double initial, double normaliser, double... operators) {
        double[][] parts = new double[operators.length][1];
        for (int o = 0; o < operators.length; o++) {
            parts[o][0] = operators[o];
        }
        return new Psr(GoldenGradients.random(1, operators.length, 1)
                .with(new LinearPsr.Parameters(new double[] {initial}, parts, new double[] {normaliser})), true);
    }

    /** Always returns this number. */
    private static RandomGenerator always(double number) {
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new AssertionError();
            }

            @Override
            public double nextDouble() {
                return number;
            }
        };
    }

    @Test
    void aLongStringOfUnlikelySymbolsHasAGradientToo() {
        // log P = log q + Σ log b + log b∞ of 500 symbols: P is far below the smallest positive double.
        Psr psr = numbers(1e-20, 1e-20, 1e-3, 2e-3);
        int[] x = new int[500];
        for (int t = 0; t < x.length; t += 3) {
            x[t] = 1;
        }
        StringProbability probability = new StringProbability(psr, x.length);
        assertTrue(probability.evaluate(x, x.length, psr.initial));
        Descent sum = new Descent(psr, 1, true);
        probability.addGradient(x, x.length, 1, sum);
        assertEquals(333 / 1e-3, sum.gradient(0)[0][0], 1e-6);
        assertEquals(167 / 2e-3, sum.gradient(1)[0][0], 1e-6);
    }

    @Test
    void whatCannotBeIsNotFine() {
        int[] x = {0, 1};
        for (Psr psr : new Psr[] {numbers(0, 1, .5, .5), numbers(1, 0, .5, .5), numbers(1, 1, .5, 0),
                numbers(1, 1, .5, 1e-13)}) {
            assertFalse(new StringProbability(psr, 2).evaluate(x, 2, psr.initial));
        }
        Psr rare = numbers(1, 1, .5, 1e-11);
        assertTrue(new StringProbability(rare, 2).evaluate(x, 2, rare.initial));
    }

    private static void swept(Psr psr, int[] y, double draw) {
        StringProbability place = new StringProbability(psr, y.length);
        place.evaluate(y, y.length, psr.initial);
        place.sweep(y, y.length, psr.initial, place, always(draw));
    }

    /** After a sweep the new string need not be evaluated from its beginning: exact to the bit, for any size. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20, 21})
    void whatASweepLeavesIsWhatLookingAtTheNewStringGives(int d) {
        Psr psr = new Psr(GoldenGradients.random(1, 20, d), true);
        int[] x = GoldenGradients.randomSymbols(7, 20, 12);
        int[] y = x.clone();
        StringProbability data = new StringProbability(psr, 12);
        StringProbability swept = new StringProbability(psr, 12);
        assertTrue(data.evaluate(x, 12, psr.initial));
        swept.sweep(y, 12, psr.initial, data, new SplittableRandom(3));
        assertFalse(Arrays.equals(x, y));
        StringProbability anew = new StringProbability(psr, 12);
        assertTrue(swept.evaluateBackward(y, 12));
        assertTrue(anew.evaluate(y, 12, psr.initial));
        double[][] found = new double[2][];
        for (int k = 0; k < 2; k++) {
            Descent sum = new Descent(psr, 1, true);
            (k == 0 ? swept : anew).addGradient(y, 12, 1, sum);
            found[k] = GoldenGradients.tensor(20, d, sum::gradient);
        }
        assertArrayEquals(found[1], found[0]);
    }

    @Test
    void aSweepDrawsEachSymbolByItsShare() {
        Psr psr = numbers(1, 1, .25, .25, .5, 0);
        double[] draws = {0, .24, .25, .49, .5, .99, 1};
        int[] expected = {0, 0, 1, 1, 2, 2, 2};
        for (int k = 0; k < draws.length; k++) {
            int[] y = {1, 1};
            swept(psr, y, draws[k]);
            assertArrayEquals(new int[] {expected[k], expected[k]}, y);
        }
    }

    @Test
    void whereNothingHasAnyWeightTheSymbolStays() {
        Psr psr = numbers(1, 1, .25, .25, .5, 0);
        int[] y = {3, 3};
        swept(psr, y, 0);
        assertArrayEquals(new int[] {3, 3}, y);
    }

    @Test
    void aSymbolThatNothingWeighsIsNeverDrawn() {
        Psr psr = numbers(1, 1, 0, .5, 0);
        for (double draw : new double[] {0, 1}) {
            int[] y = {1};
            swept(psr, y, draw);
            assertEquals(1, y[0]);
        }
    }
}
