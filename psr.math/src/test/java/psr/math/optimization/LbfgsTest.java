package psr.math.optimization;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LbfgsTest {

    private static final double SOLVED = 1e-8;

    @Test
    void findsTheMinimumOfRosenbrock() {
        double[] x = {-1.2, 1, -1.2, 1};
        Lbfgs lbfgs = new Lbfgs((at, gradient) -> {
            double sum = 0;
            for (int i = 0; i < 4; i += 2) {
                double a = 1 - at[i];
                double b = at[i + 1] - at[i] * at[i];
                sum += a * a + 100 * b * b;
                gradient[i] = -2 * a - 400 * at[i] * b;
                gradient[i + 1] = 200 * b;
            }
            return sum;
        }, x, 5);
        lbfgs.minimize(200, 1e-10, () -> false);
        assertArrayEquals(new double[] {1, 1, 1, 1}, x, SOLVED);
        assertTrue(lbfgs.iterations() < 80, "it took " + lbfgs.iterations());
    }

    @Test
    void solvesAnIllConditionedQuadratic() {
        double[] x = new double[10];
        Lbfgs lbfgs = new Lbfgs((at, gradient) -> {
            double sum = 0;
            for (int i = 0; i < 10; i++) {
                double weight = Math.pow(4, i);
                double error = at[i] - i;
                sum += weight * error * error / 2;
                gradient[i] = weight * error;
            }
            return sum;
        }, x, 10);
        lbfgs.minimize(400, 1e-9, () -> false);
        for (int i = 0; i < 10; i++) {
            assertEquals(i, x[i], SOLVED);
        }
    }

    @Test
    void stopsAtOnceWhereItIsFlat() {
        double[] x = {3};
        Lbfgs lbfgs = new Lbfgs((at, gradient) -> {
            gradient[0] = 0;
            return 5;
        }, x, 3);
        lbfgs.minimize(10, 0, () -> false);
        assertEquals(0, lbfgs.iterations());
        assertEquals(5, lbfgs.value());
    }

    @Test
    void retreatsFromWhereTheValueIsNotFinite() {
        // −log x + x, defined for x > 0 only.
        double[] x = {.01};
        Lbfgs lbfgs = new Lbfgs((at, gradient) -> {
            gradient[0] = 1 - 1 / at[0];
            return at[0] - Math.log(at[0]);
        }, x, 3);
        lbfgs.minimize(100, 1e-10, () -> false);
        assertEquals(1, x[0], SOLVED);
    }

    @Test
    void stopsWithTheBestPointWhenTold() {
        for (int after = 0; after < 12; after++) {
            double[] x = {-1.2, 1};
            boolean[] cancelled = {false};
            int[] evaluations = {0};
            int last = after;
            Lbfgs lbfgs = new Lbfgs((at, gradient) -> {
                cancelled[0] = ++evaluations[0] > last;
                double a = 1 - at[0];
                double b = at[1] - at[0] * at[0];
                gradient[0] = -2 * a - 400 * at[0] * b;
                gradient[1] = 200 * b;
                // After cancellation the value of an objective is meaningless.
                return cancelled[0] ? Double.NEGATIVE_INFINITY : a * a + 100 * b * b;
            }, x, 5);
            lbfgs.minimize(200, 1e-10, () -> cancelled[0]);
            assertEquals(last + 1, evaluations[0], "no evaluation after the word");
            double b = x[1] - x[0] * x[0];
            double reached = (1 - x[0]) * (1 - x[0]) + 100 * b * b;
            assertTrue(reached <= 24.2 + SOLVED, "value " + reached + " after " + last);
            if (last > 0) {
                assertEquals(reached, lbfgs.value(), SOLVED);
            }
        }
    }
}
