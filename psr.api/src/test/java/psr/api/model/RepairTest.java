package psr.api.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.lab.Sampler;
import psr.api.linear.Hmm;

/** {@link Repair}, and {@link Sampler}, which draws from repaired scores. */
class RepairTest {

    private static final double EXACT = 1e-12;

    private static double[] repaired(Repair repair, double... scores) {
        repair.apply(scores);
        return scores;
    }

    @Test
    void repairedScoresAreDistributions() {
        assertArrayEquals(new double[] {.4, .6, 0}, repaired(Repair.ABSOLUTE, -.2, .3, 0), 1e-9);
        double sum = .3 + 3e-4;
        assertArrayEquals(new double[] {1e-4 / sum, .3001 / sum, 1e-4 / sum}, repaired(Repair.CLIP, -.2, .3, 0), EXACT);
        assertArrayEquals(new double[] {-.2, .3, 0}, repaired(Repair.RAW, -.2, .3, 0), 0);
    }

    @Test
    void hugeScoresDoNotOverflow() {
        double max = Double.MAX_VALUE;
        assertArrayEquals(new double[] {.5, .5, 0}, repaired(Repair.CLIP, max, max, -max), 1e-4);
        assertArrayEquals(new double[] {1 / 3., 1 / 3., 1 / 3.}, repaired(Repair.ABSOLUTE, max, max, -max), 1e-9);
    }

    @Test
    void samplesFollowTheModel() {
        Sampler sampler = new Sampler(Contracts.sampleModel(), Repair.ABSOLUTE, new SplittableRandom(1));
        int count = 20_000;
        int a = 0;
        for (int i = 0; i < count; i++) {
            int[] drawn = sampler.draw(3);
            assertEquals(3, drawn.length);
            a += drawn[0] == 0 ? 1 : 0;
        }
        double expected = .5 * .8 + .3 * .1 + .2 * .2;
        assertEquals(expected, (double) a / count, 3 * Math.sqrt(expected * (1 - expected) / count));
    }

    @Test
    void samplesStopAtTheEndAndAreCutAtTheirLength() {
        Hmm hmm = new Hmm(Alphabet.numbered(1).withEnd("."), new double[] {1, 0}, new double[][] {{.99, .01}, {0, 1}},
                new double[][] {{1, 0}, {0, 1}});
        Sampler sampler = new Sampler(hmm, Repair.ABSOLUTE, new SplittableRandom(5));
        int longest = 0;
        for (int i = 0; i < 100; i++) {
            int[] drawn = sampler.draw(400);
            longest = Math.max(longest, drawn.length);
            assertTrue(drawn.length == 400 || drawn[drawn.length - 1] == 1);
            assertTrue(Arrays.stream(drawn, 0, drawn.length - 1).allMatch(symbol -> symbol == 0), "nothing after the end");
        }
        assertTrue(longest > 64, "longer than the first array");
        assertEquals(0, sampler.draw(0).length);
    }

    @Test
    void rawScoresAreNotDrawnFrom() {
        assertThrows(IllegalArgumentException.class,
                () -> new Sampler(Contracts.sampleModel(), Repair.RAW, new SplittableRandom(1)));
    }
}
