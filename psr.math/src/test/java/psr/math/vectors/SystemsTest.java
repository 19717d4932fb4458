package psr.math.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class SystemsTest {

    @Test
    void lorenzStepsAreOfFourthOrder() {
        double[][] ends = new double[3][];
        for (int halvings = 0; halvings < 3; halvings++) {
            double[] s = {1, 2, 20};
            int steps = 10 << 2 * halvings;
            for (int k = 0; k < steps; k++) {
                Systems.rungeKutta(s, .1 / steps);
            }
            ends[halvings] = s;
        }
        double coarse = Math.abs(ends[0][0] - ends[2][0]);
        double fine = Math.abs(ends[1][0] - ends[2][0]);
        assertEquals(256, coarse / fine, 60);
    }

    @Test
    void systemsHaveAboutUnitDeviation() {
        assertEquals(1, Standardization.of(Systems.lorenz(10, 500, new SplittableRandom(1))).deviation()[0], .1);
        Standardization glass = Standardization.of(Systems.mackeyGlass(10, 500, new SplittableRandom(1)));
        assertEquals(1, glass.deviation()[0], .1);
        assertEquals(0, glass.mean()[0], .1);
    }

    @Test
    void torqueActsBeforeItsOwnRow() {
        Rows rows = Systems.pendulum(4_000, 3, true, new SplittableRandom(1));
        double before = 0;
        double after = 0;
        for (int i = 0; i < rows.count(); i++) {
            double[] y = rows.observations(i);
            double torque = rows.inputs(i)[2];
            // To the right of the top and the bottom, the sine of the angle grows with the torque where cosines are positive.
            before += torque * y[2] * Math.signum(y[3]);
            after += torque * (y[4] - y[2]) * Math.signum(y[3]);
        }
        assertTrue(after / rows.count() > .02, "acts on its row: " + after / rows.count());
        assertEquals(0, before / rows.count(), .05);
    }

    @Test
    void sameSeedGivesTheSameRows() {
        LinearSystem one = LinearSystem.draw(4, 1, 2, new SplittableRandom(5));
        LinearSystem two = LinearSystem.draw(4, 1, 2, new SplittableRandom(5));
        assertEquals(one, two);
        assertArrayEquals(one.sample(2, 20, new SplittableRandom(6)).observations(1),
                two.sample(2, 20, new SplittableRandom(6)).observations(1));
    }
}
