package psr.math.optimization;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class SimplexTest {

    private static final double SOLVED = 1e-8;

    @Test
    void theProjectionIsTheNearestDistribution() {
        double[] x = {9, .5, .8, -.4, 9};
        Simplex.project(x, 1, 3);
        assertArrayEquals(new double[] {9, .35, .65, 0, 9}, x, 1e-12);
        double[] broken = {Double.NaN, 1};
        Simplex.project(broken, 0, 2);
        assertArrayEquals(new double[] {.5, .5}, broken);
    }

    @Test
    void leastSquaresStaysOnTheSimplex() {
        // y = A p exactly.
        double[] a = {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0};
        double[] p = {.2, .3, .5};
        assertArrayEquals(p, Simplex.leastSquares(a, 4, 3, new double[] {.2, .3, .5, .5}), SOLVED);
        // The unconstrained answer (2, −1) is outside.
        assertArrayEquals(new double[] {1, 0},
                Simplex.leastSquares(new double[] {1, 0, 0, 1}, 2, 2, new double[] {2, -1}), SOLVED);
    }

    @Test
    void hugeNumbersGiveADistributionToo() {
        double[] x = {1e17, 0, 1e17};
        Simplex.project(x, 0, 3);
        assertArrayEquals(new double[] {.5, 0, .5}, x, 0);
    }

    /** Scales that differ by a factor of 1000: without momentum 20,000 steps would not suffice. */
    @Test
    void leastSquaresConvergesWhereTheColumnsDifferInScale() {
        double[] p = {.5, .2, .05, .25};
        double[] a = {1e-3, 0, 0, 0, 0, 1, .3, 0, 0, 0, 2e-3, 0, 0, 0, 0, 2e-3};
        double[] y = new double[4];
        for (int i = 0; i < 16; i++) {
            y[i / 4] += a[i] * p[i % 4];
        }
        assertArrayEquals(p, Simplex.leastSquares(a, 4, 4, y), 1e-6);
    }
}
