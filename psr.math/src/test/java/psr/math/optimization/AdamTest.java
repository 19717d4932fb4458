package psr.math.optimization;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class AdamTest {

    private static final double EXACT = 1e-12;

    /** Kingma, Ba 2015, Algorithm 1, as printed, for one number. */
    private static double[] asPrinted(double x, double[] gradients, double rate) {
        double m = 0;
        double v = 0;
        double[] path = new double[gradients.length];
        for (int t = 1; t <= gradients.length; t++) {
            double g = gradients[t - 1];
            m = .9 * m + (1 - .9) * g;
            v = .999 * v + (1 - .999) * g * g;
            double mHat = m / (1 - Math.pow(.9, t));
            double vHat = v / (1 - Math.pow(.999, t));
            x -= rate * mHat / (Math.sqrt(vHat) + 1e-8);
            path[t - 1] = x;
        }
        return path;
    }

    private static final double[] GRADIENTS = new SplittableRandom(1).doubles(50, -1, 2).toArray();

    private static double[] path(Adam adam, double[] number, double factor, double rate) {
        double[] path = new double[GRADIENTS.length];
        for (int t = 0; t < path.length; t++) {
            adam.step(new double[][] {{0}, {GRADIENTS[t]}}, factor, rate);
            path[t] = number[0];
        }
        return path;
    }

    @Test
    void takesTheStepsOfThePaper() {
        double[] still = {7};
        double[] number = {3};
        assertArrayEquals(asPrinted(3, GRADIENTS, .1), path(new Adam(new double[][] {still, number}), number, 1, .1),
                EXACT);
        assertEquals(7, still[0], "a gradient of zero moves nothing");
    }

    @Test
    void theFirstStepIsAsLongAsTheRateWhateverTheGradient() {
        for (double g : new double[] {1e-3, -1, 1e6}) {
            double[] number = {3};
            new Adam(new double[][] {number}).step(new double[][] {{g}}, 1, .1);
            assertEquals(3 - .1 * Math.signum(g), number[0], 1e-5);
        }
    }

    @Test
    void theFactorScalesTheGradient() {
        double[] scaled = new double[GRADIENTS.length];
        for (int t = 0; t < scaled.length; t++) {
            scaled[t] = 1e-7 * GRADIENTS[t];
        }
        double[] number = {3};
        // The gradient is so small that the constant in the denominator matters.
        assertArrayEquals(asPrinted(3, scaled, .1), path(new Adam(new double[][] {{0}, number}), number, 1e-7, .1),
                EXACT);
    }

    @Test
    void afterAResetItIsNew() {
        double[] number = {3};
        Adam adam = new Adam(new double[][] {{0}, number});
        path(adam, number, 1, .1);
        adam.reset();
        number[0] = 3;
        assertArrayEquals(asPrinted(3, GRADIENTS, .1), path(adam, number, 1, .1), EXACT);
    }
}
