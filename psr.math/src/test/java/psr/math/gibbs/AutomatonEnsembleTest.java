package psr.math.gibbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.model.SymbolFilter;

class AutomatonEnsembleTest {

    private static final double EXACT = 1e-12;

    private static final Alphabet ENDED = Alphabet.numbered(2).withEnd("$");

    private static Automaton automaton(int states, boolean perSymbol, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] initial = random.doubles(states).toArray();
        double[] emission = random.doubles(3L * states).toArray();
        double[] transition = random.doubles((perSymbol ? 3L : 1) * states * states).toArray();
        normalize(initial, 0, 1, states);
        for (int i = 0; i < states; i++) {
            normalize(emission, i, states, 3);
        }
        for (int row = 0; row < transition.length / states; row++) {
            normalize(transition, row * states, 1, states);
        }
        return new Automaton(states, 3, initial, emission, transition);
    }

    private static void normalize(double[] x, int from, int step, int many) {
        double sum = 0;
        for (int k = 0; k < many; k++) {
            sum += x[from + k * step];
        }
        for (int k = 0; k < many; k++) {
            x[from + k * step] /= sum;
        }
    }

    private static AutomatonEnsemble ensemble() {
        return new AutomatonEnsemble(ENDED, List.of(automaton(3, true, 1), automaton(2, false, 2)), new double[] {.3, .7});
    }

    private static double probability(AutomatonEnsemble model, int... string) {
        return .3 * Math.exp(model.automata().get(0).logProbability(string))
                + .7 * Math.exp(model.automata().get(1).logProbability(string));
    }

    @Test
    void theProbabilityOfAStringIsTheMeanOverTheAutomata() {
        AutomatonEnsemble model = ensemble();
        double[] scores = new double[3];
        for (int[] string : new int[][] {{2}, {0, 2}, {1, 1, 0, 2}, {0, 1, 0, 0, 1, 2}}) {
            SymbolFilter filter = model.filter();
            double p = 1;
            for (int symbol : string) {
                filter.scores(1, scores);
                p *= scores[symbol];
                filter.update(symbol);
            }
            assertEquals(probability(model, string), p, EXACT);
        }
    }

    @Test
    void predictsFurtherStepsByAddingUpWhatMayHappenBefore() {
        AutomatonEnsemble model = ensemble();
        SymbolFilter filter = model.filter();
        filter.update(1);
        double[] found = new double[3];
        filter.scores(3, found);
        double[] expected = new double[3];
        double one = 0;
        for (int a = 0; a < 2; a++) {
            for (int b = 0; b < 2; b++) {
                for (int c = 0; c < 3; c++) {
                    expected[c] += probability(model, 1, a, b, c);
                }
            }
            expected[2] += probability(model, 1, a, 2);
            one += probability(model, 1, a);
        }
        expected[2] += probability(model, 1, 2);
        one += probability(model, 1, 2);
        for (int c = 0; c < 3; c++) {
            assertEquals(expected[c] / one, found[c], EXACT);
        }
    }

    @Test
    void aSkippedSymbolIsTheMeanOverTheSymbolsButTheEnd() {
        AutomatonEnsemble model = ensemble();
        SymbolFilter filter = model.filter();
        filter.update(0);
        filter.skip();
        double[] found = new double[3];
        filter.scores(1, found);
        double all = probability(model, 0, 0) + probability(model, 0, 1);
        for (int c = 0; c < 3; c++) {
            assertEquals((probability(model, 0, 0, c) + probability(model, 0, 1, c)) / all, found[c], EXACT);
        }
    }

    @Test
    void onlyTheEndFollowsTheEnd() {
        SymbolFilter filter = ensemble().filter();
        filter.update(2);
        double[] found = new double[3];
        for (int ahead = 1; ahead < 4; ahead++) {
            filter.scores(ahead, found);
            assertArrayEquals(new double[] {0, 0, 1}, found);
        }
    }

    @Test
    void rejectsWeightsThatAreNoMean() {
        List<Automaton> one = List.of(automaton(3, true, 1));
        assertThrows(IllegalArgumentException.class, () -> new AutomatonEnsemble(ENDED, one, new double[] {.5}));
        assertThrows(IllegalArgumentException.class, () -> new AutomatonEnsemble(ENDED, one, new double[] {.5, .5}));
        assertThrows(IllegalArgumentException.class, () -> new AutomatonEnsemble(ENDED, List.of(), new double[0]));
        assertThrows(IllegalArgumentException.class, () -> new Automaton(2, 3, new double[2], new double[6], new double[5]));
    }
}
