package psr.api.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;

class FeaturesTest {

    private final Symbols data = Symbols.of(Alphabet.numbered(3), new int[] {2, 1, 2}, new int[] {0, 0}, new int[] {1});

    @Test
    void holdsEverySymbolAndThePairsSeen() {
        Features features = Features.seenIn(data, 2);
        assertEquals(6, features.count());
        assertArrayEquals(new int[] {2}, features.string(2));
        assertArrayEquals(new int[] {0, 0}, features.string(3));
        assertArrayEquals(new int[] {1, 2}, features.string(4));
        assertArrayEquals(new int[] {2, 1}, features.string(5));
        assertEquals(5, features.feature(2, 1));
        assertEquals(Features.UNSEEN, features.feature(1, 1));
        assertEquals(Features.UNSEEN, features.feature());
        assertEquals(7, Features.seenIn(data, 3).count());
        assertEquals(6, Features.seenIn(data, 3).feature(2, 1, 2));
    }

    @Test
    void windowsAreCompleteOrNothing() {
        Features features = Features.seenIn(data, 2);
        int[] window = new int[2];
        assertTrue(features.window(new int[] {2, 1, 1, 9}, 3, 0, window));
        assertArrayEquals(new int[] {2, 5}, window);
        assertTrue(features.window(new int[] {2, 1, 1, 9}, 3, 1, window));
        assertArrayEquals(new int[] {1, Features.UNSEEN}, window);
        assertFalse(features.window(new int[] {2, 1, 1, 9}, 3, 2, window));
    }

    @Test
    void theEndGoesOnForEver() {
        Symbols ended = Symbols.of(Alphabet.of(List.of("a")).withEnd("end"), new int[] {0, 0, 1});
        Features features = Features.seenIn(ended, 2);
        assertEquals(2 + 3, features.count(), "aa, a end, end end");
        int[] window = new int[2];
        assertTrue(features.window(new int[] {0, 0, 1}, 3, 2, window));
        assertArrayEquals(new int[] {1, features.feature(1, 1)}, window);
        assertTrue(features.window(new int[] {0, 0, 1}, 3, 3, window));
        assertArrayEquals(new int[] {1, features.feature(1, 1)}, window);
    }

    @Test
    void comesBackFromItsStrings() {
        Features features = Features.seenIn(data, 3);
        List<int[]> strings = new ArrayList<>();
        for (int f = 0; f < features.count(); f++) {
            strings.add(features.string(f));
        }
        assertEquals(features, Features.ofStrings(data.alphabet(), strings));
        strings.remove(0);
        assertThrows(IllegalArgumentException.class, () -> Features.ofStrings(data.alphabet(), strings));
    }

    /** Compared with a sorted set of strings. */
    @Test
    void numbersTheStringsOfTheDataInOrder() {
        Random random = new Random(3);
        for (boolean ended : new boolean[] {false, true}) {
            int[][] sequences = new int[30][];
            TreeSet<List<Integer>> expected = new TreeSet<>(Comparator.<List<Integer>>comparingInt(List::size)
                    .thenComparing((a, b) -> Arrays.compare(plain(a), plain(b))));
            for (int o = 0; o < 7; o++) {
                expected.add(List.of(o));
            }
            for (int i = 0; i < sequences.length; i++) {
                sequences[i] = random.ints(random.nextInt(1, 9), 0, ended ? 6 : 7).toArray();
                if (ended) {
                    sequences[i] = Arrays.copyOf(sequences[i], sequences[i].length + 1);
                    sequences[i][sequences[i].length - 1] = 6;
                }
                for (int t = 0; t < sequences[i].length; t++) {
                    List<Integer> string = new ArrayList<>();
                    for (int k = 0; k < 4 && (ended || t + k < sequences[i].length); k++) {
                        string.add(t + k < sequences[i].length ? sequences[i][t + k] : 6);
                        expected.add(List.copyOf(string));
                    }
                }
            }
            Alphabet alphabet = ended ? Alphabet.of(List.of("a", "b", "c", "d", "e", "f")).withEnd("end")
                    : Alphabet.numbered(7);
            Features features = Features.seenIn(Symbols.of(alphabet, sequences), 4);
            assertEquals(expected.size(), features.count());
            int f = 0;
            for (List<Integer> string : expected) {
                assertArrayEquals(plain(string), features.string(f));
                assertEquals(f++, features.feature(plain(string)));
            }
        }
    }

    private static int[] plain(List<Integer> string) {
        return string.stream().mapToInt(Integer::intValue).toArray();
    }

    /** A dense table of features and symbols would have 10¹⁰ entries. */
    @Test
    void takesFiftyThousandSymbols() {
        int n = 50_000;
        Alphabet alphabet = Alphabet.numbered(n);
        int[] sequence = new Random(1).ints(60_000, 0, n).toArray();
        Features features = Features.seenIn(Symbols.of(alphabet, sequence), 2);
        int[] window = new int[2];
        for (int t = 0; t + 2 <= sequence.length; t++) {
            assertTrue(features.window(sequence, sequence.length, t, window));
            assertEquals(sequence[t], window[0]);
            assertEquals(sequence[t], features.string(window[1])[0]);
            assertEquals(sequence[t + 1], features.string(window[1])[1]);
        }
    }

    @Test
    void refusesStringsOutOfOrderWithoutPrefixOrOutsideOfTheAlphabet() {
        int[][][] wrong = {{{0}, {1}, {1, 0}, {0, 1}}, {{0}, {1}, {0, 1}, {0, 1}}, {{0}, {1}, {0, 1, 1}, {1, 1}},
                {{0}, {1}, {0, 1}, {1, 0, 0}}, {{0}, {1}, {0, 2}}, {{0}, {1}, {-1, 0}}, {{0}, {1}, {}}, {{1}, {0}}, {{0}}};
        for (int[][] strings : wrong) {
            assertThrows(IllegalArgumentException.class,
                    () -> Features.ofStrings(Alphabet.numbered(2), List.of(strings)), Arrays.deepToString(strings));
        }
    }
}
