package psr.baselines.psim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.linear.FeatureFilter;
import psr.api.linear.Features;
import psr.baselines.StateSpace;
import psr.math.linear.Matrices;

/** A machine by hand: its state is the scores of three symbols. */
class PsimModelTest {

    private static final double EXACT = 1e-12;

    private static final double[] IDENTITY = {1, 0, 0, 0, 1, 0, 0, 0, 1};

    private static PsimModel model(Alphabet alphabet, double bound, double[] initial, double[]... constants) {
        Features features = Features.ofStrings(alphabet, List.of(new int[] {0}, new int[] {1}, new int[] {2}));
        StateSpace space = new StateSpace(features, IDENTITY, initial, initial, bound);
        double[][][] linear = new double[3][3][3];
        // Symbol 1 keeps half of the state.
        for (int i = 0; i < 3; i++) {
            linear[1][i][i] = .5;
        }
        return new PsimModel(space, new InferenceMachine(initial, linear, constants, bound));
    }

    private static PsimModel model() {
        return model(Alphabet.numbered(3), 10, new double[] {.5, .3, .2}, new double[] {.1, .1, .8},
                new double[] {.2, .2, .1}, new double[] {.6, .4, 0});
    }

    private static double[] scores(FeatureFilter filter, int ahead) {
        double[] scores = new double[3];
        filter.scores(ahead, scores);
        return scores;
    }

    @Test
    void theStateMovesByTheMachineOfTheSymbol() {
        FeatureFilter filter = model().filter();
        assertArrayEquals(new double[] {.5, .3, .2}, scores(filter, 1), EXACT);
        filter.update(1);
        assertArrayEquals(new double[] {.45, .35, .2}, scores(filter, 1), EXACT);
        filter.update(0);
        assertArrayEquals(new double[] {.1, .1, .8}, scores(filter, 1), EXACT);
        assertEquals(.8, filter.expectedFeature(2), EXACT);
        assertEquals(.66, filter.expectedSquare(), EXACT);
        double[] symbols = new double[3];
        filter.expectedSymbols(symbols);
        assertArrayEquals(new double[] {.1, .1, .8}, symbols, EXACT);
        filter.reset();
        assertArrayEquals(new double[] {.5, .3, .2}, scores(filter, 1), EXACT);
        assertThrows(IllegalArgumentException.class, () -> scores(filter, 0));
        assertEquals(0, filter.repairs());
    }

    @Test
    void furtherAheadItIsTheExpectation() {
        FeatureFilter filter = model().filter();
        // .5 (.1 .1 .8) + .3 (.45 .35 .2) + .2 (.6 .4 0)
        double[] two = {.05 + .135 + .12, .05 + .105 + .08, .4 + .06};
        assertArrayEquals(two, scores(filter, 2), EXACT);
        double[] three = new double[3];
        double[][] after = {{.1, .1, .8}, {.2 + two[0] / 2, .2 + two[1] / 2, .1 + two[2] / 2}, {.6, .4, 0}};
        for (int o = 0; o < 3; o++) {
            for (int k = 0; k < 3; k++) {
                three[k] += two[o] * after[o][k];
            }
        }
        assertArrayEquals(three, scores(filter, 3), EXACT);
        assertTrue(filter.skip());
        assertArrayEquals(two, scores(filter, 1), EXACT, "an unknown symbol");
    }

    @Test
    void negativeScoresCountForNothingAndNoneForAllAlike() {
        double[][] constants = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        PsimModel negative = model(Alphabet.numbered(3), 10, new double[] {.6, -1, .2}, constants);
        assertArrayEquals(new double[] {.75, 0, .25}, scores(negative.filter(), 2), EXACT);
        PsimModel none = model(Alphabet.numbered(3), 10, new double[] {-.6, -.6, 0}, constants);
        // A third each: (1 0 0), (−.3 .7 0) and (0 0 1).
        assertArrayEquals(new double[] {.7 / 3, .7 / 3, 1 / 3.0}, scores(none.filter(), 2), EXACT);
    }

    @Test
    void whoSkipsHasNotSeenTheEnd() {
        Alphabet ends = Alphabet.numbered(2).withEnd("end");
        PsimModel model = model(ends, 10, new double[] {.5, .3, .2}, new double[] {.1, .1, .8}, new double[] {.2, .2, .1},
                new double[] {0, 0, 1});
        FeatureFilter filter = model.filter();
        assertTrue(filter.skip());
        // .625 (.1 .1 .8) + .375 (.45 .35 .2)
        assertArrayEquals(new double[] {.0625 + .16875, .0625 + .13125, .5 + .075}, scores(filter, 1), EXACT);
    }

    @Test
    void statesScaledBackAreCountedAndCopiesCountOn() {
        PsimModel model = model(Alphabet.numbered(3), 1, new double[] {.5, .3, .2}, new double[] {3, 0, 4},
                new double[] {.2, .2, .1}, new double[] {.6, .4, 0});
        FeatureFilter filter = model.filter();
        filter.update(0);
        assertArrayEquals(new double[] {.6, 0, .8}, scores(filter, 1), EXACT);
        assertEquals(1, filter.repairs());
        FeatureFilter copy = filter.copy();
        copy.update(0);
        assertEquals(2, copy.repairs());
        assertEquals(1, filter.repairs());
        copy.update(2);
        assertArrayEquals(new double[] {.6, 0, .8}, scores(filter, 1), EXACT, "a copy goes its own way");
        filter.reset();
        assertEquals(1, filter.repairs());
    }

    @Test
    void aGradientOfZeroMovesNothingAndIsFine() {
        InferenceMachine machine = new InferenceMachine(new double[1], new double[][][] {{{1}}}, new double[][] {{2}}, 1);
        PsimGradient gradient = new PsimGradient(1, 1);
        assertTrue(gradient.descend(1, machine));
        assertEquals(1, machine.linear()[0][0][0]);
        gradient.add(0, new double[] {2}, new double[] {3}, new double[] {1});
        assertEquals(6, gradient.norm(), EXACT);
        assertTrue(gradient.descend(3, machine));
        // dA = 4, dc = 2, of norm 6: half of each.
        assertEquals(1 - 2, machine.linear()[0][0][0], EXACT);
        assertEquals(2 - 1, machine.constant()[0][0], EXACT);
        gradient.clear();
        assertEquals(0, gradient.norm());
    }

    @Test
    void symbolsThatNeverCameGetTheMeanOfAll() {
        Alphabet four = Alphabet.numbered(4);
        Symbols data = Symbols.of(four, new int[] {0, 1, 0, 0, 1, 1, 0, 2, 1});
        Features features = Features.ofStrings(four, List.of(new int[] {0}, new int[] {1}, new int[] {2}, new int[] {3}));
        StateSpace space = new StateSpace(features, Matrices.identity(4), new double[4], new double[4], 2);
        InferenceMachine machine = Dagger.start(data, space, () -> false);
        // After 0: 1, 0, 1, 2; after 1: 0, 1, 0; after 2: 1. Of all eight followers: 0 ×3, 1 ×4, 2 ×1.
        assertArrayEquals(new double[] {.25, .5, .25, 0}, machine.constant()[0], EXACT);
        assertArrayEquals(new double[] {2 / 3.0, 1 / 3.0, 0, 0}, machine.constant()[1], EXACT);
        assertArrayEquals(new double[] {0, 1, 0, 0}, machine.constant()[2], EXACT);
        assertArrayEquals(new double[] {.375, .5, .125, 0}, machine.constant()[3], EXACT);
    }
}
