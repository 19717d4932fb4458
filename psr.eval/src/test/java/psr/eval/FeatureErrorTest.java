package psr.eval;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.linear.Features;
import psr.api.linear.Hmm;
import psr.api.model.Model;

class FeatureErrorTest {

    private static final double EXACT = 1e-12;
    private static final FeatureError L2SE = new FeatureError();
    private static final FeatureError.Settings PAIRS = new FeatureError.Settings(2);
    private static final Alphabet AB = Alphabet.of(List.of("a", "b"));
    /** The pairs ab and ba are features, aa and bb are not: a, b, ab, ba. */
    private static final Symbols TRAINING = Symbols.of(AB, new int[] {0, 1, 0});
    private static final double[] EXPECTED = {.3, .7, -.1, .4};

    private static double[] values(Model model, Symbols training, int length, int[]... test) {
        return Ring41.values(L2SE, model, training, Symbols.of(training.alphabet(), test), new FeatureError.Settings(length));
    }

    private static Model scripted(Features features, double... expected) {
        return new Scripted(features, new double[] {.5, .5}, expected, -1);
    }

    @Test
    void isHalfTheSquaredDistanceFromTheIndicator() {
        // ψ of a,b is (1, 0, 1, 0).
        double error = (.7 * .7 + .7 * .7 + 1.1 * 1.1 + .4 * .4) / 2;
        double[] l2se = values(scripted(Features.seenIn(TRAINING, 2), EXPECTED), TRAINING, 2, new int[] {1, 0, 1});
        assertArrayEquals(new double[] {error, error, Math.log(error), error}, l2se, EXACT);
    }

    /** Errors of b, a, b: small, large, small, and so in no order. */
    @Test
    void medianAndPercentileAreThoseOfTheErrorsInOrder() {
        double small = .3 * .3;
        double large = .7 * .7;
        double[] l2se = values(scripted(Features.seenIn(TRAINING, 1), .3, .7), TRAINING, 1, new int[] {0, 1, 0, 1});
        assertEquals((2 * small + large) / 3, l2se[0], EXACT);
        assertEquals(small, l2se[1], EXACT);
        assertEquals(small + .98 * (large - small), l2se[3], EXACT);
    }

    @Test
    void anUnseenPairIsOneUnitOfUnexplainedMass() {
        // ψ of b,b is (0, 1, 0, 0) and one more feature, which nothing predicts.
        Model model = scripted(Features.seenIn(TRAINING, 2), EXPECTED);
        double error = (.3 * .3 + .3 * .3 + .1 * .1 + .4 * .4 + 1) / 2;
        assertEquals(error, values(model, TRAINING, 2, new int[] {0, 1, 1})[0], EXACT);
    }

    @Test
    void aStepWithoutACompleteWindowDoesNotCount() {
        Model model = scripted(Features.seenIn(TRAINING, 2), EXPECTED);
        assertEquals(values(model, TRAINING, 2, new int[] {0, 0, 1})[0],
                values(model, TRAINING, 2, new int[] {0, 0, 1}, new int[] {1}, new int[] {1, 0, 1})[0], EXACT);
        assertTrue(Arrays.stream(values(model, TRAINING, 2, new int[] {1})).allMatch(Double::isNaN));
    }

    @Test
    void theFirstStepOfASequenceDoesNotCount() {
        Model model = scripted(Features.seenIn(TRAINING, 2), EXPECTED);
        assertTrue(Arrays.stream(values(model, TRAINING, 2, new int[] {0, 1})).allMatch(Double::isNaN));
        assertArrayEquals(values(model, TRAINING, 2, new int[] {0, 1, 0}),
                values(model, TRAINING, 2, new int[] {1, 1, 0}, new int[] {0, 1}), EXACT);
    }

    @Test
    void whereTheAlphabetHasAnEndEveryWindowIsComplete() {
        Alphabet ended = Alphabet.of(List.of("a")).withEnd("end");
        Symbols data = Symbols.of(ended, new int[] {0, 1});
        // a, end, (a end), (end end): the window at the end is end, (end end).
        Model model = scripted(Features.seenIn(data, 2), .1, .8, .2, .5);
        assertEquals((.1 * .1 + .2 * .2 + .2 * .2 + .5 * .5) / 2, values(model, data, 2, new int[] {0, 1})[0], EXACT);
    }

    @Test
    void aModelWithMoreFeaturesIsAskedForOursOnly() {
        Symbols more = Symbols.of(AB, new int[] {0, 1, 0, 0, 1});
        Features longer = Features.seenIn(more, 3);
        double[] expected = new double[longer.count()];
        Arrays.fill(expected, 9);
        for (int f = 0; f < EXPECTED.length; f++) {
            expected[longer.feature(Features.seenIn(TRAINING, 2).string(f))] = EXPECTED[f];
        }
        assertEquals(values(scripted(Features.seenIn(TRAINING, 2), EXPECTED), TRAINING, 2, new int[] {0, 1, 1})[0],
                values(scripted(longer, expected), TRAINING, 2, new int[] {0, 1, 1})[0], EXACT);
    }

    @Test
    void aStringTheModelHasNoFeatureForIsNotPredicted() {
        // The model was learned from a part of the data with ab, but without ba.
        Symbols part = Symbols.of(AB, new int[] {0, 1});
        double error = (.3 * .3 + .3 * .3 + .1 * .1 + 1) / 2;
        Model model = scripted(Features.seenIn(part, 2), .3, .7, -.1);
        assertEquals(error, values(model, TRAINING, 2, new int[] {0, 1, 0})[0], EXACT);
    }

    @Test
    void aModelOfShorterFeaturesIsAskedForTheScoresOfStrings() {
        Symbols data = Contracts.sample(200, 8);
        Hmm hmm = Contracts.sampleModel();
        for (int length = 2; length <= 4; length++) {
            double[] short1 = values(hmm.toLinearPsr(Features.seenIn(data, 1)), data, length, data.copy(0),
                    data.copy(1));
            double[] direct = values(hmm.toLinearPsr(Features.seenIn(data, length)), data, length,
                    data.copy(0), data.copy(1));
            double[] twin = values(hmm, data, length, data.copy(0), data.copy(1));
            double[] plain = values(new Plain(hmm), data, length, data.copy(0), data.copy(1));
            assertArrayEquals(direct, short1, EXACT);
            assertArrayEquals(direct, twin, EXACT);
            assertArrayEquals(direct, plain, EXACT);
        }
    }

    @Test
    void afterAnImpossibleSymbolAnHmmIsAskedForItsOwnBelief() {
        // No state emits c; a and b distinguish the states, so a differently chosen belief would show.
        Alphabet abc = Alphabet.of(List.of("a", "b", "c"));
        Symbols data = Symbols.of(abc, new int[] {0, 0, 1, 1, 0, 2, 2, 1, 2, 0});
        Hmm never = new Hmm(abc, new double[] {.9, .1}, new double[][] {{.9, .1}, {.2, .8}},
                new double[][] {{.8, .2, 0}, {.1, .9, 0}});
        int[][] test = {{1, 1, 2, 0, 1, 1}, {0, 0, 1}, {2, 1, 1}};
        assertArrayEquals(values(new Plain(never), data, 2, test), values(never, data, 2, test), EXACT);
    }

    @Test
    void percentilesAreLinearBetweenRanks() {
        Percentiles four = new Percentiles();
        for (double value : new double[] {4, 1, 3, 2}) {
            four.add(value);
        }
        assertEquals(2.5, four.at(.5), EXACT);
        assertEquals(3.97, four.at(.99), EXACT);
        assertEquals(1, four.at(0), EXACT);
        assertEquals(4, four.at(1), EXACT);
        assertEquals(2.5, four.mean(), EXACT);
        Percentiles many = new Percentiles();
        for (int i = 5000; i >= 0; i--) {
            many.add(i);
        }
        assertEquals(4950, many.at(.99), EXACT);
    }

    @Test
    void refusesAModelOverAnotherAlphabet() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                () -> Ring41.values(L2SE, Contracts.sampleModel(), TRAINING, TRAINING, PAIRS));
        assertEquals("the model must be over the alphabet of the training data (2 symbols: a, b);"
                + " found 3 symbols: a, b, c (l2se)", e.getMessage());
    }
}
