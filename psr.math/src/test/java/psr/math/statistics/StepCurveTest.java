package psr.math.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.AbstractList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import psr.api.lab.TrialResult.Point;

class StepCurveTest {

    @Test
    void aValueStaysUntilTheNextIsMeasured() {
        StepCurve curve = new StepCurve(List.of(MadeResults.point(2, 10), new Point(4, Map.of()), MadeResults.point(5, 20)));
        assertEquals(Map.of(), curve.at(0));
        assertEquals(Map.of("x", 10.0), curve.at(2));
        assertEquals(Map.of("x", 10.0), curve.at(3));
        assertEquals(Map.of(), curve.at(4));
        assertEquals(Map.of("x", 20.0), curve.at(5));
        assertEquals(Map.of("x", 20.0), curve.at(1000));
    }

    /** From the beginning for each iteration, it would be half a million reads. */
    @Test
    void readsEachPointAFewTimesOnly() {
        int points = 1000;
        int[] reads = {0};
        StepCurve curve = new StepCurve(new AbstractList<>() {
            @Override
            public Point get(int index) {
                reads[0]++;
                return MadeResults.point(index, index);
            }

            @Override
            public int size() {
                return points;
            }
        });
        for (int i = 0; i < points; i++) {
            assertEquals(i, curve.at(i).get("x"));
        }
        assertTrue(reads[0] <= 3 * points, reads[0] + " reads");
    }
}
