package psr.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.data.Sequences;

class MinibatchesTest {

    /** Halves its state and adds one: the state after t steps from 0 is 2 − 2^(1−t). */
    private static final InferenceMachine HALVING = new InferenceMachine(new double[] {0}, new double[][] {{.5}},
            new double[][] {{1}}, 10);

    @Test
    void everyStepIsTakenOnceAndTheStateRunsOnOverTheCuts() {
        Sequences sequences = Sequences.of(new int[7], new int[2], new int[0], new int[5]);
        Minibatches minibatches = new Minibatches(sequences, 3, OptionalInt.of(2));
        List<String> taken = new ArrayList<>();
        int[] ended = new int[1];
        minibatches.pass(new SplittableRandom(1), HALVING, (sequence, length, from, to, start) -> {
            taken.add(length + ":" + from + "-" + to);
            assertArrayEquals(new double[] {2 - Math.pow(2, 1 - from)}, start, 1e-12);
        }, () -> ended[0]++);
        taken.sort(null);
        assertEquals(List.of("2:0-2", "5:0-3", "5:3-5", "7:0-3", "7:3-6", "7:6-7"), taken);
        assertEquals(3, ended[0]);
    }

    @Test
    void minibatchesHaveAbout200Steps() {
        int[] ended = new int[1];
        int[][] ring = new int[100][10];
        new Minibatches(Sequences.of(ring), 100, OptionalInt.empty()).pass(new SplittableRandom(1), HALVING,
                (sequence, length, from, to, start) -> {}, () -> ended[0]++);
        assertEquals(5, ended[0]);
        new Minibatches(Sequences.of(new int[1000]), 100, OptionalInt.empty()).pass(new SplittableRandom(1), HALVING,
                (sequence, length, from, to, start) -> {}, () -> ended[0]++);
        assertEquals(10, ended[0]);
    }
}
