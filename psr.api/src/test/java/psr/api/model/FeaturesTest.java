package psr.api.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.TrainingData;

class FeaturesTest {

    private final TrainingData data = TrainingData.of(Alphabet.numbered(3),
            Sequences.of(new int[] {2, 1, 2}, new int[] {0, 0}, new int[] {1}));

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
        TrainingData ended = TrainingData.of(Alphabet.of(List.of("a")).withEnd("end"),
                Sequences.of(new int[] {0, 0, 1}));
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
}
