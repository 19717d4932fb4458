package psr.api.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class TrainingDataTest {

    private static final Alphabet FIVE = Alphabet.numbered(5);

    @Test
    void refusesSymbolsBeyondTheAlphabet() {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
                () -> TrainingData.of(FIVE, Sequences.of(new int[] {0}, new int[] {1, 5})));
        assertEquals("symbols must be below 5, the size of the alphabet; found 5 in sequence 1, position 1",
                refusal.getMessage());
    }

    @Test
    void endMustCloseEverySequence() {
        Alphabet ended = Alphabet.of(List.of("a", "b")).withEnd("end");
        TrainingData.of(ended, Sequences.of(new int[] {0, 1, 2}, new int[] {2}));
        assertThrows(IllegalArgumentException.class, () -> TrainingData.of(ended, Sequences.of(new int[] {0, 1})));
        assertThrows(IllegalArgumentException.class, () -> TrainingData.of(ended, Sequences.of(new int[] {2, 2})));
    }

    @Test
    void holdsOutWholeSequencesEvenly() {
        TrainingData data = TrainingData.of(FIVE,
                Sequences.of(IntStream.range(0, 100).mapToObj(i -> new int[] {i % 5, i / 20}).toList()));
        TrainingData.Parts parts = data.holdOut(.15);
        assertEquals(85, parts.rest().sequences().count());
        assertEquals(15, parts.heldOut().sequences().count());
        for (int block = 0; block < 5; block++) {
            int in = block;
            long held = IntStream.range(0, 15).filter(i -> parts.heldOut().sequences().symbol(i, 1) == in).count();
            assertEquals(3, held, "of block " + block);
        }
    }

    @Test
    void holdsOutTheTailOfOneLongSequence() {
        int[] text = IntStream.range(0, 1000).map(i -> i % 5).toArray();
        TrainingData.Parts parts = TrainingData.of(FIVE, Sequences.of(text)).holdOut(.15);
        assertEquals(850, parts.rest().sequences().total());
        assertEquals(150, parts.heldOut().sequences().total());
        assertEquals(text[850], parts.heldOut().sequences().symbol(0, 0));
    }

    /** Two halves of a book: holding out whole sequences would hold out one of two. */
    @Test
    void fewLongSequencesKeepTheShareToo() {
        int[] first = IntStream.range(0, 1000).map(i -> i % 5).toArray();
        int[] second = IntStream.range(0, 200).map(i -> i % 3).toArray();
        TrainingData.Parts parts = TrainingData.of(FIVE, Sequences.of(first, second)).holdOut(.15);
        assertTrue(parts.continues());
        assertEquals(2, parts.rest().sequences().count());
        assertEquals(850, parts.rest().sequences().length(0));
        assertEquals(170, parts.rest().sequences().length(1));
        assertEquals(.15, parts.heldOut().sequences().total() / 1200.0, 0);
        assertEquals(first[850], parts.heldOut().sequences().symbol(0, 0));
    }

    @Test
    void sequencesWithAnEndAreHeldOutWhole() {
        TrainingData two = TrainingData.of(Alphabet.numbered(2).withEnd("."),
                Sequences.of(new int[] {0, 1, 2}, new int[] {0, 0, 2}));
        TrainingData.Parts parts = two.holdOut(.15);
        assertFalse(parts.continues());
        assertEquals(1, parts.heldOut().sequences().count());
        assertEquals(3, parts.heldOut().sequences().total());
    }

    @Test
    void equalDataAreEqual() {
        TrainingData data = TrainingData.of(FIVE, Sequences.of(new int[] {0, 1}));
        assertEquals(data, TrainingData.of(Alphabet.numbered(5), Sequences.of(new int[] {0, 1})));
        assertEquals(data.hashCode(), TrainingData.of(Alphabet.numbered(5), Sequences.of(new int[] {0, 1})).hashCode());
        assertNotEquals(data, TrainingData.of(Alphabet.numbered(6), Sequences.of(new int[] {0, 1})));
        assertNotEquals(data, TrainingData.of(FIVE, Sequences.of(new int[] {0}, new int[] {1})));
        assertEquals("1 sequences, 2 symbols over 5 symbols: 0, 1, 2, 3, 4", data.toString());
    }

    @Test
    void keepsAtLeastOneOnEitherSide() {
        TrainingData two = TrainingData.of(FIVE, Sequences.of(new int[] {0}, new int[] {1}));
        assertEquals(1, two.holdOut(.01).heldOut().sequences().count());
        assertEquals(1, two.holdOut(.99).rest().sequences().count());
        TrainingData none = TrainingData.of(FIVE, Sequences.of(new int[] {0}));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> none.holdOut(.5)).getMessage().contains("found 1"));
    }
}
