package psr.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;

class StringTreeTest {

    private static final Corpus ENDED =
            new Corpus(Symbols.of(Alphabet.numbered(2).withEnd("$"), new int[] {0, 0, 2}, new int[] {0, 1, 2}), () -> {});

    @Test
    void futuresGoUpToTheEnd() {
        StringTree tree = StringTree.futures(ENDED, 3, 100, 1);
        // The empty string ×6, 0 ×3, $ ×2, 1, and 00, 0$, 01, 1$, 00$, 01$ once each.
        assertEquals(10, tree.size());
        assertArrayEquals(new int[] {6, 3, 2, 1, 1, 1, 1, 1, 1, 1}, tree.count);
        assertEquals(3, tree.depth);
        // 'end' at the third and the sixth position is the same string.
        assertEquals(tree.longest[2], tree.longest[5]);
    }

    @Test
    void historiesHaveTheStartOnce() {
        StringTree tree = StringTree.histories(ENDED, 3, 100, 2);
        // The empty string ×6, the start ×2, 0 ×3, start 0 ×2: all others occur once.
        assertArrayEquals(new int[] {6, 3, 2, 2}, tree.count);
        assertEquals(tree.longest[0], tree.longest[3]);
        assertEquals(tree.longest[1], tree.longest[4]);
    }

    @Test
    void theMostFrequentAreKeptWithTheirParents() {
        StringTree tree = StringTree.futures(ENDED, 3, 3, 1);
        assertArrayEquals(new int[] {6, 3, 2}, tree.count);
        assertArrayEquals(new int[] {-1, 0, 0}, tree.parent);
        assertArrayEquals(new int[] {1, 1, 2, 1, 0, 2}, tree.longest);
    }

    @Test
    void withoutAnEndFuturesThatAreCutOffDoNotCount() {
        Corpus data = new Corpus(Symbols.of(Alphabet.numbered(2), new int[] {0, 1, 0, 1}), () -> {});
        StringTree tree = StringTree.futures(data, 2, 100, 1);
        assertEquals(2, tree.depth);
        assertEquals(-1, tree.longest[3]);
        assertEquals(tree.longest[0], tree.longest[2]);
    }
}
