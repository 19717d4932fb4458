package psr.math.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import psr.api.lab.Difference;

class ConfidenceIntervalTest {

    @Test
    void reachesAQuantileOfStudentToBothSides() {
        // t of 95 % with 4 degrees of freedom: 2.776.
        ConfidenceInterval interval = ConfidenceInterval.of(new Difference(3, .5, 0, 5, 5));
        assertEquals(3 - .5 * 2.776, interval.low(), 1e-3);
        assertEquals(3 + .5 * 2.776, interval.high(), 1e-3);
        assertFalse(interval.includesZero());
    }

    @Test
    void saysWhetherZeroIsInside() {
        assertTrue(new ConfidenceInterval(-1, 2).includesZero());
        assertTrue(new ConfidenceInterval(0, 2).includesZero());
        assertTrue(new ConfidenceInterval(-1, 0).includesZero());
        assertFalse(new ConfidenceInterval(-2, -1).includesZero());
        assertFalse(new ConfidenceInterval(1, 2).includesZero());
    }

    @Test
    void oneTrialSaysNothing() {
        ConfidenceInterval interval = ConfidenceInterval.of(new Difference(3, Double.NaN, 0, 1, 1));
        assertEquals(Double.NEGATIVE_INFINITY, interval.low());
        assertEquals(Double.POSITIVE_INFINITY, interval.high());
        assertTrue(interval.includesZero());
    }
}
