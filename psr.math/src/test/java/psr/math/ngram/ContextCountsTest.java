package psr.math.ngram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.model.Filter;

class ContextCountsTest {

    private static final double EXACT = 1e-12;

    private static final Sequences DATA = Sequences.of(new int[] {0, 1, 0, 0, 1}, new int[] {1, 1, 0}, new int[] {2, 0});

    private static final Alphabet ALPHABET = Alphabet.numbered(3);

    @Test
    void probabilitiesAreThoseOfTheModels() {
        ContextCounts counts = new ContextCounts(ALPHABET, DATA, 3, () -> {});
        for (Smoothing smoothing : Smoothing.values()) {
            double[][] probability = counts.probabilities(smoothing, DATA);
            for (int depth = 0; depth <= 3; depth++) {
                Filter filter = ContextTree.of(counts, smoothing, depth).filter();
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
        ContextCounts counts = new ContextCounts(ALPHABET, DATA, 1, () -> {});
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
}
