package psr.math.ngram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.model.SymbolFilter;

class ContextCountsTest {

    private static final double EXACT = 1e-12;

    private static final Alphabet ALPHABET = Alphabet.numbered(3);
    private static final Symbols DATA = Symbols.of(ALPHABET, new int[] {0, 1, 0, 0, 1}, new int[] {1, 1, 0}, new int[] {2, 0});

    @Test
    void probabilitiesAreThoseOfTheModels() {
        ContextCounts counts = new ContextCounts(DATA, 3, () -> {});
        for (Smoothing smoothing : Smoothing.values()) {
            double[][] probability = counts.probabilities(smoothing, DATA);
            for (int depth = 0; depth <= 3; depth++) {
                SymbolFilter filter = ContextTree.of(counts, smoothing, depth).filter();
                double[] scores = new double[3];
                int at = 0;
                for (int i = 0; i < DATA.count(); i++) {
                    filter.reset();
                    for (int t = 0; t < DATA.length(i); t++) {
                        filter.scores(1, scores);
                        assertEquals(scores[DATA.symbol(i, t)], probability[depth][at++], EXACT, smoothing + " " + depth);
                        filter.update(DATA.symbol(i, t));
                    }
                }
            }
        }
    }

    @Test
    void leavesEachSymbolOutOfItsOwnPrediction() {
        ContextCounts counts = new ContextCounts(DATA, 1, () -> {});
        double[] probability = counts.leaveOneOut(DATA, 1);
        // All but the 1 at position 1 of the first: 0×5, 1×3, 2×1 of 9, 3 types; after 0: 0×1, 1×1, 2 types.
        double first = (3 + 3 / 3.0) / 12;
        assertEquals((1 + 2 * first) / 4, probability[1], EXACT);
        // All but the only 2: 0×5, 1×4, 2 types; at a start: 0×1, 1×1, 2 types.
        double only = (0 + 2 / 3.0) / 11;
        assertEquals(2 * only / 4, probability[8], EXACT);
    }

    @Test
    void discountsAreThoseOfThePaper() {
        // Y = 10/(10 + 2·4) = 5/9; D1 = 1 − 2Y·4/10, D2 = 2 − 3Y·2/4, D3 = 3 − 4Y·1/2.
        double y = 5 / 9.0;
        assertArrayEquals(new double[] {0, 1 - .8 * y, 2 - 1.5 * y, 3 - 2 * y},
                ContextCounts.discounts(new long[] {0, 10, 4, 2, 1}), EXACT);
    }

    @Test
    void discountsMakeSenseWhereThereAreFewCounts() {
        // Without counts of 1, Y is 1; without counts of c, half of c; never less than .1 nor more than c.
        assertArrayEquals(new double[] {0, .5, 1, 1.5}, ContextCounts.discounts(new long[5]), EXACT);
        assertArrayEquals(new double[] {0, .5, 2 - 3 * 3 / 5.0, 3 - 4 * 1 / 3.0},
                ContextCounts.discounts(new long[] {0, 0, 5, 3, 1}), EXACT);
        assertArrayEquals(new double[] {0, .1, 2, 1.5}, ContextCounts.discounts(new long[] {0, 1, 9, 0, 0}), .1);
        assertEquals(.1, ContextCounts.discounts(new long[] {0, 0, 1, 2, 0})[2], EXACT);
    }

    /** Three symbols after one context, by hand: c* counts the preceding symbols, and the start counts as it is. */
    @Test
    void kneserNeyCountsWhatStoodBefore() {
        ContextCounts counts = new ContextCounts(Symbols.of(ALPHABET, new int[] {0, 1, 0, 1}, new int[] {2, 1}), 1, () -> {});
        // Bigrams: start→0, start→2, 0→1 twice, 1→0, 2→1. Different symbols before 0: start, 1; before 1: 0, 2; before 2: start.
        // Contexts of one symbol are the longest, counts of 1 ×4 and of 2 ×1: Y = 4/6, D1 = 1 − 2·(2/3)·1/4 = 2/3, D2 = 2.
        double d1 = 2 / 3.0;
        double d2 = 2;
        // Of the empty one: c* = 2, 2, 1; counts of 1 ×1, of 2 ×2: Y = 1/5, D1 = 1 − 2·(1/5)·2 = .2, D2 = 2.
        double[] empty = new double[3];
        double passed = (2 + 2 + .2) / 5;
        empty[0] = passed / 3;
        empty[1] = passed / 3;
        empty[2] = .8 / 5 + passed / 3;
        double[][] found = counts.probabilities(Smoothing.KNESER_NEY, Symbols.of(ALPHABET, new int[] {0, 1, 0}, new int[] {2}));
        assertEquals((1 - d1) / 2 + d1 * empty[0], found[1][0], EXACT);
        assertEquals((2 - d2) / 2 + d2 / 2 * empty[1], found[1][1], EXACT);
        assertEquals(1 - d1 + d1 * empty[0], found[1][2], EXACT);
        assertEquals((1 - d1) / 2 + d1 * empty[2], found[1][3], EXACT);
    }

    @Test
    void aContextNeverSeenSaysWhatTheShorterOneSays() {
        ContextCounts counts = new ContextCounts(Symbols.of(ALPHABET, new int[] {0, 1, 0}), 2, () -> {});
        // '2' was never a context: the empty context follows it, with 0×2, 1×1 and two types.
        double[] found = counts.probabilities(Smoothing.WITTEN_BELL, Symbols.of(ALPHABET, new int[] {2, 0}))[2];
        assertEquals((2 + 2 / 3.0) / 5, found[1], EXACT);
    }

    @Test
    void leavingOutTheOnlySymbolLeavesTheUniformOne() {
        ContextCounts counts = new ContextCounts(Symbols.of(ALPHABET, new int[] {1}), 2, () -> {});
        assertArrayEquals(new double[] {1 / 3.0}, counts.leaveOneOut(Symbols.of(ALPHABET, new int[] {1}), 2), EXACT);
    }

    /** Leaving one out equals counting all others, for contexts of any length. */
    @Test
    void leavesOutInDeepContextsToo() {
        Symbols data = Symbols.of(ALPHABET, new int[] {0, 1, 0, 1, 0}, new int[] {0, 1, 1});
        double[] found = new ContextCounts(data, 3, () -> {}).leaveOneOut(data, 2);
        // The 0 at place 2 of the first. Without it: 0×3, 1×4, two types.
        double p = (3 + 2 / 3.0) / 9;
        // After 1: 0×1 and 1×1, two types; after 0 1: the 0 at place 4 once and the 1 of the second once, two types.
        p = (1 + 2 * p) / 4;
        p = (1 + 2 * p) / 4;
        assertEquals(p, found[2], EXACT);
        // The first 0 of the second. Without it: 0×3, 1×4, two types; at the start: 0×1, one type; nothing is longer.
        double q = (3 + 2 / 3.0) / 9;
        q = (1 + q) / 2;
        assertEquals(q, found[5], EXACT);
    }
}
