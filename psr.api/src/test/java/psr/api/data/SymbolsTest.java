package psr.api.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SymbolsTest {

    private final Symbols sequences = Symbols.of(Alphabet.numbered(1010), new int[] {0, 1, 2}, new int[0], new int[] {4});

    @Test
    void keepsLengthsAndSymbols() {
        assertEquals(3, sequences.count());
        assertEquals(4, sequences.total());
        assertEquals(3, sequences.longest());
        assertEquals(0, sequences.length(1));
        assertEquals(2, sequences.symbol(0, 2));
        assertEquals(4, sequences.symbol(2, 0));
        assertArrayEquals(new int[] {0, 1, 2}, sequences.copy(0));
        assertThrows(IndexOutOfBoundsException.class, () -> sequences.symbol(1, 0));
    }

    @Test
    void isNotChangedThroughItsCopies() {
        int[] source = {5, 6};
        Symbols one = Symbols.of(Alphabet.numbered(1010), source);
        source[0] = 9;
        one.copy(0)[1] = 9;
        int[] into = new int[2];
        one.copy(0, into);
        into[0] = 9;
        int[] added = {7, 8};
        Symbols.Builder builder = new Symbols.Builder().add(one.copy(0)).add(added);
        Symbols first = builder.build(Alphabet.numbered(1010));
        added[0] = 9;
        builder.add(3);
        one.select(0).copy(0)[0] = 9;
        one.range(0, 1).copy(0)[0] = 9;
        assertArrayEquals(new int[] {5, 6}, one.copy(0));
        assertEquals(Symbols.of(Alphabet.numbered(1010), new int[] {5, 6}, new int[] {7, 8}), first);
    }

    @Test
    void growsBeyondItsFirstBlocks() {
        Symbols.Builder builder = new Symbols.Builder();
        for (int i = 0; i < 1000; i++) {
            builder.add(i, i + 1, i + 2, i + 3);
        }
        Symbols many = builder.build(Alphabet.numbered(1010));
        assertEquals(1000, many.count());
        assertArrayEquals(new int[] {999, 1000, 1001, 1002}, many.copy(999));
    }

    /** Symbols are stored in 1, 2 or 4 bytes, and no size shows. */
    @Test
    void storesSmallAndLargeSymbols() {
        Alphabet alphabet = Alphabet.numbered(70_001);
        int[][] all = {{0, 255, 3}, {256, 1, 65_535}, {7}, {65_536, 70_000, 2}, {5, 4}};
        Symbols large = Symbols.of(alphabet, all);
        for (int i = 0; i < all.length; i++) {
            assertArrayEquals(all[i], large.copy(i));
            Symbols alone = Symbols.of(alphabet, all[i]);
            assertEquals(alone, large.select(i));
            assertEquals(alone.hashCode(), large.select(i).hashCode());
            assertEquals(alone.sha256(), large.select(i).sha256());
        }
        assertEquals(large, Symbols.of(alphabet, all[0]).append(Symbols.of(alphabet, all[1], all[2])).append(large.range(3, 5)));
        assertEquals(65_535, large.symbol(1, 2));
        assertEquals(70_000, large.symbol(3, 1));
        assertNotEquals(large.range(0, 1), Symbols.of(alphabet, new int[] {0, 255, 4}));
    }

    @Test
    void selectsByNumber() {
        assertEquals(Symbols.of(Alphabet.numbered(1010), new int[] {4}, new int[] {0, 1, 2}), sequences.select(2, 0));
        assertEquals(Symbols.of(Alphabet.numbered(1010), new int[0], new int[] {4}), sequences.range(1, 3));
    }

    @Test
    void fingerprintTellsLengthsApart() {
        assertEquals(sequences.sha256(), sequences.select(0, 1, 2).sha256());
        assertNotEquals(Symbols.of(Alphabet.numbered(1010), new int[] {1, 2}, new int[] {3}).sha256(),
                Symbols.of(Alphabet.numbered(1010), new int[] {1}, new int[] {2, 3}).sha256());
    }

    @Test
    void refusesNegativeSymbols() {
        assertThrows(IllegalArgumentException.class, () -> Symbols.of(Alphabet.numbered(1010), new int[] {0, -1}));
    }
}
