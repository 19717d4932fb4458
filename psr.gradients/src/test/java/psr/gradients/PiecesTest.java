package psr.gradients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.data.Sequences;
import psr.api.model.Guard;
import psr.api.model.LinearPsr;
import psr.api.model.StateFilter;

class PiecesTest {

    private final Sequences data = Sequences.of(new int[7], new int[0], new int[3], new int[4]);

    @Test
    void longSequencesAreCut() {
        Pieces pieces = new Pieces(data, 3, 1);
        assertArrayEquals(new int[] {0, 0, 0, 2, 3, 3}, pieces.number);
        assertArrayEquals(new int[] {0, 3, 6, 0, 0, 3}, pieces.from);
        assertArrayEquals(new int[] {3, 6, 7, 3, 3, 4}, pieces.to);
        assertTrue(pieces.first(3));
        assertFalse(pieces.first(2));
        assertEquals(3, pieces.longest());
        assertEquals(2, pieces.batch(OptionalInt.of(2), 200));
        assertEquals(86, pieces.batch(OptionalInt.empty(), 200), "14 steps in 6 pieces");
    }

    @Test
    void everyPassTakesEveryPieceOnceAndTheLastMinibatchMayBeSmall() {
        Pieces pieces = new Pieces(data, 3, 1);
        SplittableRandom random = new SplittableRandom(3);
        List<String> orders = new ArrayList<>();
        for (int pass = 0; pass < 3; pass++) {
            List<Integer> taken = new ArrayList<>();
            List<Integer> ends = new ArrayList<>();
            pieces.pass(pass == 0 ? null : random, 4, taken::add, () -> ends.add(taken.size()));
            assertEquals(List.of(4, 6), ends);
            orders.add(taken.toString());
            assertEquals(List.of(0, 1, 2, 3, 4, 5), taken.stream().sorted().toList());
        }
        assertEquals("[0, 1, 2, 3, 4, 5]", orders.get(0));
        assertNotEquals(orders.get(1), orders.get(2));
    }

    @Test
    void aPassStopsWhenToldTo() {
        List<Integer> taken = new ArrayList<>();
        new Pieces(data, 3, 1).pass(null, 2, taken::add, () -> false);
        assertEquals(List.of(0, 1), taken);
    }

    @Test
    void piecesStartWhereTheFilterOfTheWholeSequenceIs() {
        LinearPsr model = Golden.random(1, 3, 3);
        model = model.with(Guard.below(new double[] {0.3, 0.5, 0.9}, new double[] {1, 0.5, 2}));
        int[] x = Golden.randomSymbols(2, 3, 20);
        Psr psr = new Psr(model, true);
        Pieces pieces = new Pieces(Sequences.of(x), 6, 3);
        Rollout rollout = new Rollout(psr, 20);
        rollout.run(x, 0, 18, psr.initial);
        pieces.filter(psr);
        StateFilter filter = model.filter();
        for (int p = 0; p < 4; p++) {
            // U is the identity here.
            for (int i = 0; i < 3; i++) {
                assertEquals(filter.expectedFeature(i), pieces.start(p, psr)[i], Golden.EXACT);
            }
            for (int t = pieces.from[p]; t < pieces.to[p] && p < 3; t++) {
                filter.update(x[t]);
            }
        }
        assertTrue(rollout.replaced() > 0 && rollout.replaced() < 18);
        assertEquals(filter.repairs(), rollout.replaced());
    }
}
