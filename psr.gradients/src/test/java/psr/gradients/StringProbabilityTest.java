package psr.gradients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;

import psr.api.model.LinearPsr;

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

    /** Draws this number and no other. */
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
        // log P = log q + Σ log b + log b∞ of 500 symbols: P is far below the smallest number.
        Psr psr = numbers(1e-20, 1e-20, 1e-3, 2e-3);
        int[] x = new int[500];
        for (int t = 0; t < x.length; t += 3) {
            x[t] = 1;
        }
        StringProbability probability = new StringProbability(psr, x.length);
        assertTrue(probability.look(x, x.length, psr.initial));
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
            assertFalse(new StringProbability(psr, 2).look(x, 2, psr.initial));
        }
        Psr rare = numbers(1, 1, .5, 1e-11);
        assertTrue(new StringProbability(rare, 2).look(x, 2, rare.initial));
    }

    @Test
    void aSweepDrawsEachSymbolByItsShare() {
        Psr psr = numbers(1, 1, .25, .25, .5, 0);
        double[] draws = {0, .24, .25, .49, .5, .99, 1};
        int[] expected = {0, 0, 1, 1, 2, 2, 2};
        for (int k = 0; k < draws.length; k++) {
            int[] y = {1, 1};
            new StringProbability(psr, 2).sweep(y, 2, psr.initial, always(draws[k]));
            assertArrayEquals(new int[] {expected[k], expected[k]}, y);
        }
    }

    @Test
    void whereNothingHasAnyWeightTheSymbolStays() {
        Psr psr = numbers(1, 1, .25, .25, .5, 0);
        int[] y = {3, 3};
        new StringProbability(psr, 2).sweep(y, 2, psr.initial, always(0));
        assertArrayEquals(new int[] {3, 3}, y);
    }

    @Test
    void aSymbolThatNothingWeighsIsNeverDrawn() {
        Psr psr = numbers(1, 1, 0, .5, 0);
        for (double draw : new double[] {0, 1}) {
            int[] y = {1};
            new StringProbability(psr, 1).sweep(y, 1, psr.initial, always(draw));
            assertEquals(1, y[0]);
        }
    }
}
