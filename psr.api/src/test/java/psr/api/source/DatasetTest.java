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
import psr.api.data.Notation;
import psr.api.data.Sequences;
import psr.api.data.TrainingData;

class DatasetTest {

    private static final Alphabet ABC = Contracts.sampleModel().alphabet();
    private static final TrainingData TRAINING = TrainingData.of(ABC, Sequences.of(new int[] {0, 1}, new int[] {2}));
    private static final Sequences TEST = Sequences.of(new int[] {1}, new int[] {0, 0});

    @Test
    void hasWhatItWasGiven() {
        double[] probabilities = {.5, .25};
        Dataset data = Dataset.builder(TRAINING).test(TEST).oracle(Contracts.sampleModel()).origin("here")
                .testProbabilities(probabilities).notation(Notation.separated("comma")).build();
        probabilities[0] = 7;
        data.testProbabilities().orElseThrow()[1] = 7;
        assertArrayEquals(new double[] {.5, .25}, data.testProbabilities().orElseThrow(), 0);
        assertEquals(TRAINING, data.training());
        assertEquals(TEST, data.test());
        assertFalse(data.continues());
        assertTrue(data.oracle().isPresent());
        assertEquals("here", data.origin());
        assertEquals(Notation.separated("comma"), data.notation());
        Dataset plain = Dataset.builder(TRAINING).build();
        assertEquals(Optional.empty(), plain.testProbabilities());
        assertEquals(0, plain.test().count());
        assertEquals(Notation.separated("blank"), plain.notation());
    }

    @Test
    void otherSequencesStandOneAfterTheOtherTogether() {
        assertEquals(Sequences.of(new int[] {0, 1}, new int[] {2}, new int[] {1}, new int[] {0, 0}),
                Dataset.builder(TRAINING).test(TEST).build().together().sequences());
    }

    @Test
    void continuationsAreJoinedTogether() {
        Dataset data = Dataset.builder(TRAINING).continuation(TEST).build();
        assertTrue(data.continues());
        assertEquals(Sequences.of(new int[] {0, 1, 1}, new int[] {2, 0, 0}), data.together().sequences());
    }

    @Test
    void theFingerprintIsThatOfSymbolsAndNames() {
        String hash = Dataset.builder(TRAINING).test(TEST).origin("a").build().sha256();
        assertEquals(64, hash.length());
        assertEquals(hash, Dataset.builder(TRAINING).test(TEST).origin("b").build().sha256());
        assertNotEquals(hash, Dataset.builder(TRAINING).continuation(TEST).build().sha256());
        assertNotEquals(hash, Dataset.builder(TRAINING).test(TRAINING.sequences()).build().sha256());
        assertNotEquals(hash, Dataset.builder(TrainingData.of(ABC, TEST)).test(TEST).build().sha256());
        Alphabet abd = Alphabet.of(List.of("a", "b", "d"));
        assertNotEquals(hash, Dataset.builder(TrainingData.of(abd, TRAINING.sequences())).test(TEST).build().sha256());
    }

    @Test
    void refusesPartsThatDoNotFit() {
        assertRefused("symbols must be below 3", Dataset.builder(TRAINING).test(Sequences.of(new int[] {3})));
        assertRefused("the true model must be over the alphabet", Dataset.builder(TrainingData.of(Alphabet.numbered(3),
                TEST)).oracle(Contracts.sampleModel()));
        assertRefused("found 2 training and 1 test sequences",
                Dataset.builder(TRAINING).continuation(Sequences.of(new int[] {0})));
        TrainingData ended = TrainingData.of(Alphabet.numbered(1).withEnd("."), Sequences.of(new int[] {0, 1}));
        assertRefused("no sequence may have an end", Dataset.builder(ended).continuation(ended.sequences()));
        assertRefused("for each of the 2 test sequences; found 1", Dataset.builder(TRAINING).test(TEST)
                .testProbabilities(.5));
        assertRefused("that of test sequence 1 is NaN", Dataset.builder(TRAINING).test(TEST)
                .testProbabilities(.5, Double.NaN));
    }

    private static void assertRefused(String message, Dataset.Builder builder) {
        String found = assertThrows(IllegalArgumentException.class, builder::build).getMessage();
        assertTrue(found.contains(message), found);
    }
}
