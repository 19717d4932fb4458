package psr.eval.report.drawing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OutlineTest {

    @Test
    void cornersStayAndWhatIsStraightGoes() {
        assertArrayEquals(new double[] {0, 0, 2, 2, 4, 0}, Outline.thinned(new double[] {0, 0, 1, 1.05, 2, 2, 3, 0.95, 4, 0}));
        assertArrayEquals(new double[] {0, 0, 1, 0.2, 2, 0}, Outline.thinned(new double[] {0, 0, 1, 0.2, 2, 0}));
    }

    @Test
    void fewPointsStayAsTheyAre() {
        assertArrayEquals(new double[] {3, 4}, Outline.thinned(new double[] {3, 4}));
        assertArrayEquals(new double[] {3, 4, 3, 4}, Outline.thinned(new double[] {3, 4, 3, 4}));
        assertArrayEquals(new double[] {3, 4, 9, 4, 3, 4}, Outline.thinned(new double[] {3, 4, 9, 4, 3, 4}), "there and back");
    }

    @Test
    void aCurveLosesMostOfItsPointsAndIsSeenAsBefore() {
        int count = 201;
        double[] curve = new double[2 * count];
        for (int i = 0; i < count; i++) {
            curve[2 * i] = 2 * i;
            curve[2 * i + 1] = 200 * Math.exp(-i / 20.0);
        }
        double[] thin = Outline.thinned(curve);
        assertTrue(thin.length < curve.length / 5, thin.length / 2 + " points are left");
        for (int i = 0; i < count; i++) {
            int to = 2;
            while (thin[to] < curve[2 * i]) {
                to += 2;
            }
            double share = (curve[2 * i] - thin[to - 2]) / (thin[to] - thin[to - 2]);
            double y = thin[to - 1] + share * (thin[to + 1] - thin[to - 1]);
            assertTrue(Math.abs(y - curve[2 * i + 1]) < 1.5,
                    "at " + curve[2 * i] + ": " + y + " in the place of " + curve[2 * i + 1]);
        }
    }
}
