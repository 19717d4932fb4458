package psr.api.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.text.Notation;

class DatasetTest {

    private static final Alphabet ABC = Contracts.sampleModel().alphabet();
    private static final Symbols TRAINING = Symbols.of(ABC, new int[] {0, 1}, new int[] {2});
    private static final Symbols TEST = Symbols.of(ABC, new int[] {1}, new int[] {0, 0});

    @Test
    void hasWhatItWasGiven() {
        double[] probabilities = {.5, .25};
        Dataset data = Dataset.builder(TRAINING).test(TEST).trueModel(Contracts.sampleModel()).origin("here")
                .trueProbabilities(probabilities).notation(Notation.separated("comma")).build();
        probabilities[0] = 7;
        data.trueProbabilities().orElseThrow()[1] = 7;
        assertArrayEquals(new double[] {.5, .25}, data.trueProbabilities().orElseThrow(), 0);
        assertEquals(TRAINING, data.training());
        assertEquals(TEST, data.test());
        assertFalse(data.continues());
        assertTrue(data.trueModel().isPresent());
        assertEquals("here", data.origin());
        assertEquals(Notation.separated("comma"), data.notation().orElseThrow());
        Dataset plain = Dataset.builder(TRAINING).build();
        assertEquals(Optional.empty(), plain.trueProbabilities());
        assertEquals(0, plain.test().count());
        assertEquals(Notation.separated("blank"), plain.notation().orElseThrow());
    }

    @Test
    void otherSequencesStandOneAfterTheOtherTogether() {
        assertEquals(Symbols.of(ABC, new int[] {0, 1}, new int[] {2}, new int[] {1}, new int[] {0, 0}),
                Dataset.builder(TRAINING).test(TEST).build().together());
    }

    @Test
    void continuationsAreJoinedTogether() {
        Dataset data = Dataset.builder(TRAINING).continuation(TEST).build();
        assertTrue(data.continues());
        assertEquals(Symbols.of(ABC, new int[] {0, 1, 1}, new int[] {2, 0, 0}), data.together());
    }

    @Test
    void theFingerprintIsThatOfSymbolsAndNames() {
        String hash = Dataset.builder(TRAINING).test(TEST).origin("a").build().sha256();
        assertEquals(64, hash.length());
        assertEquals(hash, Dataset.builder(TRAINING).test(TEST).origin("b").build().sha256());
        assertNotEquals(hash, Dataset.builder(TRAINING).continuation(TEST).build().sha256());
        assertNotEquals(hash, Dataset.builder(TRAINING).test(TRAINING).build().sha256());
        assertNotEquals(hash, Dataset.builder(TEST).test(TEST).build().sha256());
        Alphabet abd = Alphabet.of(List.of("a", "b", "d"));
        assertNotEquals(hash, Dataset.builder(TRAINING.over(abd)).test(TEST.over(abd)).build().sha256());
    }

    @Test
    void refusesPartsThatDoNotFit() {
        assertRefused("must be over the same spaces", Dataset.builder(TRAINING).test(TEST.over(Alphabet.numbered(3))));
        assertRefused("the true model must be over the space",
                Dataset.builder(TEST.over(Alphabet.numbered(3))).trueModel(Contracts.sampleModel()));
        assertRefused("found 2 training and 1 test sequences",
                Dataset.builder(TRAINING).continuation(Symbols.of(ABC, new int[] {0})));
        Symbols ended = Symbols.of(Alphabet.numbered(1).withEnd("."), new int[] {0, 1});
        assertRefused("no sequence may have an end", Dataset.builder(ended).continuation(ended));
        assertRefused("for each of the 2 test sequences; found 1", Dataset.builder(TRAINING).test(TEST)
                .trueProbabilities(.5));
        assertRefused("that of test sequence 1 is NaN", Dataset.builder(TRAINING).test(TEST)
                .trueProbabilities(.5, Double.NaN));
    }

    private static void assertRefused(String message, Dataset.Builder builder) {
        String found = assertThrows(IllegalArgumentException.class, builder::build).getMessage();
        assertTrue(found.contains(message), found);
    }
}
