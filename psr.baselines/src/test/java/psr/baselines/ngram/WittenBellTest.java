package psr.baselines.ngram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.settings.Schema;

class WittenBellTest {

    private static final double EXACT = 1e-12;

    private static Model learn(TrainingData data, int order) {
        return new WittenBell().learn(data, new WittenBell.Settings(order), new SeededRun(1));
    }

    private static double[] after(Model model, int ahead, int... past) {
        Filter filter = model.filter();
        for (int symbol : past) {
            filter.update(symbol);
        }
        double[] scores = new double[model.alphabet().size()];
        filter.scores(ahead, scores);
        return scores;
    }

    @Test
    void keepsItsPromisesAtEveryOrder() {
        for (int order = 1; order <= 5; order++) {
            assertEquals(List.of(), Contracts.check(new WittenBell(), new WittenBell.Settings(order),
                    Contracts.sample(50, 8)));
        }
    }

    @Test
    void agreesWithTheFormulaByHand() {
        // abaab: a×3 b×2; after a: b a b; after b: a; at the start: a.
        Model model = learn(TrainingData.of(Alphabet.numbered(3), Sequences.of(new int[] {0, 1, 0, 0, 1})), 2);
        double a = (3 + 2 / 3.0) / 7;
        double b = (2 + 2 / 3.0) / 7;
        double c = 2 / 3.0 / 7;
        assertArrayEquals(new double[] {(1 + a) / 2, b / 2, c / 2}, after(model, 1), EXACT, "at the start");
        assertArrayEquals(new double[] {(1 + 2 * a) / 5, (2 + 2 * b) / 5, 2 * c / 5}, after(model, 1, 0), EXACT,
                "after a");
        assertArrayEquals(new double[] {(1 + a) / 2, b / 2, c / 2}, after(model, 1, 0, 0, 1), EXACT, "after b");
        assertArrayEquals(new double[] {a, b, c}, after(model, 1, 2), EXACT, "after a symbol never seen");
    }

    @Test
    void knowsNothingAcrossASkippedSymbol() {
        Model model = learn(Contracts.sample(50, 8), 3);
        Filter filter = model.filter();
        filter.update(1);
        assertTrue(filter.skip());
        double[] scores = new double[3];
        filter.scores(1, scores);
        assertArrayEquals(after(learn(Contracts.sample(50, 8), 1), 1), scores, EXACT);
        filter.update(2);
        filter.scores(1, scores);
        assertArrayEquals(after(learn(Contracts.sample(50, 8), 2), 1, 0, 2), scores, EXACT);
    }

    @Test
    void orderOneForgetsThePast() {
        Model model = learn(Contracts.sample(50, 8), 1);
        assertArrayEquals(after(model, 1), after(model, 3, 0, 1, 2), EXACT);
    }

    @Test
    void looksAheadByTheSumOverAllPathsBetween() {
        TrainingData data = Contracts.sample(40, 6);
        for (int order = 1; order <= 4; order++) {
            Model model = learn(data, order);
            for (int[] past : new int[][] {{}, {1}, {0, 2}, {2, 1, 0, 0}}) {
                Filter filter = model.filter();
                for (int symbol : past) {
                    filter.update(symbol);
                }
                for (int ahead = 1; ahead <= 4; ahead++) {
                    double[] expected = new double[3];
                    enumerate(filter, ahead, 1, expected);
                    assertArrayEquals(expected, after(model, ahead, past), EXACT, "order " + order + ", " + ahead);
                }
            }
        }
    }

    /** Adds weight × P(the symbol ahead steps on), walking every path. */
    private static void enumerate(Filter filter, int ahead, double weight, double[] into) {
        double[] scores = new double[into.length];
        filter.scores(1, scores);
        for (int o = 0; o < into.length; o++) {
            if (ahead == 1) {
                into[o] += weight * scores[o];
            } else {
                Filter copy = filter.copy();
                copy.update(o);
                enumerate(copy, ahead - 1, weight * scores[o], into);
            }
        }
    }

    @Test
    void nothingFollowsTheEnd() {
        Alphabet alphabet = Alphabet.of(List.of("a", "b")).withEnd("$");
        TrainingData data = TrainingData.of(alphabet,
                Sequences.of(new int[] {0, 0, 2}, new int[] {0, 1, 2}, new int[] {2}));
        for (int order = 1; order <= 4; order++) {
            Model model = learn(data, order);
            assertArrayEquals(new double[] {0, 0, 1}, after(model, 1, 0, 2), EXACT);
            assertArrayEquals(new double[] {0, 0, 1}, after(model, 3, 0, 2, 2), EXACT);
            double[] expected = new double[3];
            enumerate(model.filter(), 3, 1, expected);
            assertArrayEquals(expected, after(model, 3), EXACT);
            assertTrue(expected[2] > after(model, 1)[2], "the end becomes likelier with every step");
        }
    }

    @Test
    void everyPredictionIsADistribution() {
        Model model = learn(Contracts.sample(40, 9), 4);
        for (int[] past : new int[][] {{}, {0}, {1, 1}, {0, 1, 2, 0, 1}, {2, 2, 2, 2, 2, 2}}) {
            for (int ahead = 1; ahead <= 5; ahead++) {
                double sum = 0;
                for (double p : after(model, ahead, past)) {
                    assertTrue(p > 0);
                    sum += p;
                }
                assertEquals(1, sum, EXACT);
            }
        }
    }

    @Test
    void refusesWhatItCannotLearnFrom() {
        TrainingData empty = TrainingData.of(Alphabet.numbered(2), Sequences.of(new int[0]));
        assertThrows(LearningException.class, () -> learn(empty, 2));
        assertThrows(IllegalArgumentException.class,
                () -> Schema.of(WittenBell.Settings.class).parse(Map.of("order", "0"), "ngram"));
        TrainingData one = TrainingData.of(Alphabet.numbered(1), Sequences.of(new int[] {0, 0}));
        assertArrayEquals(new double[] {1}, after(learn(one, 3), 1, 0), EXACT);
    }

    @Test
    void largeAlphabetsHaveRoomForAllTheyReach() {
        // 50 000 contexts times 50 000 symbols are more than an int holds; there are no more targets than contexts.
        assertEquals(50_001, ContextTree.room(50_000, 50_000, 50_001));
        assertEquals(6, ContextTree.room(2, 3, 50_001));
    }
}
