package psr.api.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class HoldOutTest {

    private static final Alphabet FIVE = Alphabet.numbered(5);

    @Test
    void refusesSymbolsBeyondTheAlphabet() {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
                () -> Symbols.of(FIVE, new int[] {0}, new int[] {1, 5}));
        assertEquals("symbols must be below 5, the size of the alphabet; found 5 in sequence 1, position 1",
                refusal.getMessage());
    }

    @Test
    void endMustCloseEverySequence() {
        Alphabet ended = Alphabet.of(List.of("a", "b")).withEnd("end");
        Symbols.of(ended, new int[] {0, 1, 2}, new int[] {2});
        assertThrows(IllegalArgumentException.class, () -> Symbols.of(ended, new int[] {0, 1}));
        assertThrows(IllegalArgumentException.class, () -> Symbols.of(ended, new int[] {2, 2}));
    }

    @Test
    void holdsOutWholeSequencesEvenly() {
        Symbols data = Symbols.of(FIVE, IntStream.range(0, 100).mapToObj(i -> new int[] {i % 5, i / 20}).toArray(int[][]::new));
        Sequences.Parts<Symbols> parts = data.holdOut(.15);
        assertEquals(85, parts.rest().count());
        assertEquals(15, parts.heldOut().count());
        for (int block = 0; block < 5; block++) {
            int in = block;
            long held = IntStream.range(0, 15).filter(i -> parts.heldOut().symbol(i, 1) == in).count();
            assertEquals(3, held, "of block " + block);
        }
    }

    @Test
    void holdsOutTheTailOfOneLongSequence() {
        int[] text = IntStream.range(0, 1000).map(i -> i % 5).toArray();
        Sequences.Parts<Symbols> parts = Symbols.of(FIVE, text).holdOut(.15);
        assertEquals(850, parts.rest().total());
        assertEquals(150, parts.heldOut().total());
        assertEquals(text[850], parts.heldOut().symbol(0, 0));
    }

    /** Two halves of a book: holding out whole sequences would hold out one of two. */
    @Test
    void fewLongSequencesKeepTheShareToo() {
        int[] first = IntStream.range(0, 1000).map(i -> i % 5).toArray();
        int[] second = IntStream.range(0, 200).map(i -> i % 3).toArray();
        Sequences.Parts<Symbols> parts = Symbols.of(FIVE, first, second).holdOut(.15);
        assertTrue(parts.continues());
        assertEquals(2, parts.rest().count());
        assertEquals(850, parts.rest().length(0));
        assertEquals(170, parts.rest().length(1));
        assertEquals(.15, parts.heldOut().total() / 1200.0, 0);
        assertEquals(first[850], parts.heldOut().symbol(0, 0));
    }

    @Test
    void sequencesWithAnEndAreHeldOutWhole() {
        Symbols two = Symbols.of(Alphabet.numbered(2).withEnd("."), new int[] {0, 1, 2}, new int[] {0, 0, 2});
        Sequences.Parts<Symbols> parts = two.holdOut(.15);
        assertFalse(parts.continues());
        assertEquals(1, parts.heldOut().count());
        assertEquals(3, parts.heldOut().total());
    }

    @Test
    void equalDataAreEqual() {
        Symbols data = Symbols.of(FIVE, new int[] {0, 1});
        assertEquals(data, Symbols.of(Alphabet.numbered(5), new int[] {0, 1}));
        assertEquals(data.hashCode(), Symbols.of(Alphabet.numbered(5), new int[] {0, 1}).hashCode());
        assertNotEquals(data, Symbols.of(Alphabet.numbered(6), new int[] {0, 1}));
        assertNotEquals(data, Symbols.of(FIVE, new int[] {0}, new int[] {1}));
        assertEquals("1 sequence, 2 symbols over 5 symbols: 0, 1, 2, 3, 4", data.toString());
    }

    @Test
    void keepsAtLeastOneOnEitherSide() {
        Symbols two = Symbols.of(FIVE, new int[] {0}, new int[] {1});
        assertEquals(1, two.holdOut(.01).heldOut().count());
        assertEquals(1, two.holdOut(.99).rest().count());
        Symbols none = Symbols.of(FIVE, new int[] {0});
        assertTrue(assertThrows(IllegalArgumentException.class, () -> none.holdOut(.5)).getMessage().contains("found 1"));
    }
}
