package psr.math.batches;

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

import psr.api.data.Alphabet;
import psr.api.data.Symbols;

class PiecesTest {

    private final Symbols data = Symbols.of(Alphabet.numbered(1), new int[7], new int[0], new int[3], new int[4]);

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
    void stateRunsOnOverTheCuts() {
        Symbols sequences = Symbols.of(Alphabet.numbered(1), new int[7], new int[2], new int[0], new int[5]);
        Pieces pieces = new Pieces(sequences, 3, 1);
        // The state is halved and one added in each step: after t steps from 0 it is 2 − 2^(1−t).
        pieces.filter(new double[] {0}, (symbol, state, next) -> next[0] = state[0] / 2 + 1, () -> {});
        List<String> taken = new ArrayList<>();
        int[] ended = new int[1];
        pieces.pass(new SplittableRandom(1), 2, p -> {
            taken.add(pieces.symbols(p).length + ":" + pieces.from[p] + "-" + pieces.to[p]);
            assertEquals(2 - Math.pow(2, 1 - pieces.from[p]), pieces.start(p, new double[] {0})[0], 1e-12);
        }, () -> ++ended[0] > 0);
        taken.sort(null);
        assertEquals(List.of("2:0-2", "5:0-3", "5:3-5", "7:0-3", "7:3-6", "7:6-7"), taken);
        assertEquals(3, ended[0]);
    }

    @Test
    void minibatchesHaveAboutAsManyStepsAsAskedFor() {
        assertEquals(20, new Pieces(Symbols.of(Alphabet.numbered(1), new int[100][10]), 100, 1).batch(OptionalInt.empty(), 200));
        assertEquals(2, new Pieces(Symbols.of(Alphabet.numbered(1), new int[1000]), 100, 1).batch(OptionalInt.empty(), 200));
        assertEquals(1, new Pieces(Symbols.of(Alphabet.numbered(1), new int[0]), 100, 1).batch(OptionalInt.empty(), 200));
    }

    @Test
    void piecesMayBeLongerThanEverySequence() {
        Pieces pieces = new Pieces(data, Integer.MAX_VALUE, 1);
        assertArrayEquals(new int[] {0, 2, 3}, pieces.number);
        assertArrayEquals(new int[] {7, 3, 4}, pieces.to);
        assertEquals(0, new Pieces(Symbols.of(Alphabet.numbered(1), new int[0]), Integer.MAX_VALUE, 1).count());
    }
}
