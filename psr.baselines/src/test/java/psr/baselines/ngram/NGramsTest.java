package psr.baselines.ngram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.LearningException;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.settings.Schema;
import psr.math.ngram.Smoothing;

class NGramsTest {

    private static final double EXACT = 1e-12;

    private static Model learn(Symbols data, int order) {
        return learn(data, order, Smoothing.WITTEN_BELL);
    }

    private static Model learn(Symbols data, int order, Smoothing smoothing) {
        return new NGrams().learn(data, new NGrams.Settings(OptionalInt.of(order), smoothing), new SeededRun(1));
    }

    private static double[] after(Model model, int ahead, int... past) {
        SymbolFilter filter = SymbolFilter.of(model);
        for (int symbol : past) {
            filter.update(symbol);
        }
        double[] scores = new double[model.space().size()];
        filter.scores(ahead, scores);
        return scores;
    }

    @Test
    void keepsItsPromisesAtEveryOrder() {
        for (int order = 1; order <= 5; order++) {
            for (Smoothing smoothing : Smoothing.values()) {
                assertEquals(List.of(), Contracts.check(new NGrams(),
                        new NGrams.Settings(OptionalInt.of(order), smoothing), Contracts.sample(50, 8)));
            }
        }
        assertEquals(List.of(), Contracts.check(new NGrams(),
                new NGrams.Settings(OptionalInt.empty(), Smoothing.KNESER_NEY), Contracts.sample(50, 8)));
    }

    @Test
    void agreesWithTheFormulaByHand() {
        // abaab: a×3 b×2; after a: b a b; after b: a; at the start: a.
        Model model = learn(Symbols.of(Alphabet.numbered(3), new int[] {0, 1, 0, 0, 1}), 2);
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
        SymbolFilter filter = SymbolFilter.of(model);
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
        Symbols data = Contracts.sample(40, 6);
        for (int order = 1; order <= 4; order++) {
            Model model = learn(data, order);
            for (int[] past : new int[][] {{}, {1}, {0, 2}, {2, 1, 0, 0}}) {
                SymbolFilter filter = SymbolFilter.of(model);
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
    private static void enumerate(SymbolFilter filter, int ahead, double weight, double[] into) {
        double[] scores = new double[into.length];
        filter.scores(1, scores);
        for (int o = 0; o < into.length; o++) {
            if (ahead == 1) {
                into[o] += weight * scores[o];
            } else {
                SymbolFilter copy = filter.copy();
                copy.update(o);
                enumerate(copy, ahead - 1, weight * scores[o], into);
            }
        }
    }

    @Test
    void nothingFollowsTheEnd() {
        Alphabet alphabet = Alphabet.of(List.of("a", "b")).withEnd("$");
        Symbols data = Symbols.of(alphabet, new int[] {0, 0, 2}, new int[] {0, 1, 2}, new int[] {2});
        for (int order = 1; order <= 4; order++) {
            Model model = learn(data, order);
            assertArrayEquals(new double[] {0, 0, 1}, after(model, 1, 0, 2), EXACT);
            assertArrayEquals(new double[] {0, 0, 1}, after(model, 3, 0, 2, 2), EXACT);
            double[] expected = new double[3];
            enumerate(SymbolFilter.of(model), 3, 1, expected);
            assertArrayEquals(expected, after(model, 3), EXACT);
            assertTrue(expected[2] > after(model, 1)[2], "the end becomes likelier with every step");
        }
    }

    @Test
    void everyPredictionIsADistribution() {
        for (Smoothing smoothing : Smoothing.values()) {
            Model model = learn(Contracts.sample(40, 9), 4, smoothing);
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
    }

    @Test
    void refusesWhatItCannotLearnFrom() {
        Symbols empty = Symbols.of(Alphabet.numbered(2), new int[0]);
        assertThrows(LearningException.class, () -> learn(empty, 2));
        assertThrows(IllegalArgumentException.class,
                () -> Schema.of(NGrams.Settings.class).parse(Map.of("order", "0"), "ngram"));
        Symbols one = Symbols.of(Alphabet.numbered(1), new int[] {0, 0});
        assertArrayEquals(new double[] {1}, after(learn(one, 3), 1, 0), EXACT);
    }

    @Test
    void kneserNeyAgreesWithTheFormulaByHand() {
        // abaab: pairs ^a ab ba aa ab. After a: a×1 b×2; after b: a×1; at the start: a×1.
        Model model = learn(Symbols.of(Alphabet.numbered(3), new int[] {0, 1, 0, 0, 1}), 2,
                Smoothing.KNESER_NEY);
        // Pairs once: 3, twice: 1, so Y = 3/5, D1 = 1 − 2·Y/3 = .6, D2 = 2 (no count of 3): 2 − 3·Y·0 = 2.
        // Different symbols before a: start, b, a; before b: a. Counts of 1: one, of 3: one. Y = 1, D1 = 1, D3 = 3.
        double uniform = 1 / 3.0;
        assertArrayEquals(new double[] {.4 + .6 * uniform, .6 * uniform, .6 * uniform}, after(model, 1), EXACT);
        assertArrayEquals(new double[] {.4 / 3 + (2.6 / 3) * uniform, 2.6 / 3 * uniform, 2.6 / 3 * uniform},
                after(model, 1, 0), EXACT);
    }

    @Test
    void kneserNeyLearnsFromContextsWhatOccursInMany() {
        // 'c' is as frequent as 'b' but follows only 'a': after a symbol that did not precede it in training, 'b' is more
        // probable.
        Model model = learn(
                Symbols.of(Alphabet.numbered(5),
                        new int[] {0, 2, 0, 2, 0, 2, 0, 1, 3, 1, 1, 4, 0, 2, 0, 3, 3, 0, 4, 4, 0, 1, 3, 4, 3, 1}),
                2,
                Smoothing.KNESER_NEY);
        SymbolFilter filter = SymbolFilter.of(model);
        assertTrue(filter.skip());
        double[] scores = new double[5];
        filter.scores(1, scores);
        assertTrue(scores[1] > scores[2], scores[1] + " > " + scores[2]);
    }

    @Test
    void autoTakesTheOrderThatHeldOutDataLike() {
        SplittableRandom random = new SplittableRandom(4);
        int[][] sequences = new int[400][20];
        for (int[] sequence : sequences) {
            for (int t = 0; t < sequence.length; t++) {
                // The last symbol but one decides.
                sequence[t] = t < 2 || random.nextDouble() < .1 ? random.nextInt(2) : 1 - sequence[t - 2];
            }
        }
        SeededRun run = new SeededRun(1);
        new NGrams().learn(Symbols.of(Alphabet.numbered(2), sequences),
                new NGrams.Settings(OptionalInt.empty(), Smoothing.WITTEN_BELL), run);
        assertEquals(Map.of("order 3 chosen", 1L), run.counts());
    }
}
