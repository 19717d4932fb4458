package psr.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MixtureWeightsTest {

    @Test
    void shareTheStepsThatEachPartExplains() {
        // Each step is possible for one part only: 6 of 8 and 2 of 8, and one more each.
        double[] first = {.5, .5, .5, .5, .5, .5, 0, 0};
        double[] second = {0, 0, 0, 0, 0, 0, .5, .5};
        assertArrayEquals(new double[] {.7, .3}, MixtureWeights.of(first, second), 1e-6);
    }

    @Test
    void stayEqualWithoutData() {
        assertArrayEquals(new double[] {.5, .5}, MixtureWeights.of(new double[0], new double[0]));
    }

    @Test
    void minimiseTheLoss() {
        double[] first = new double[4000];
        double[] second = new double[4000];
        for (int t = 0; t < first.length; t++) {
            first[t] = t % 3 == 0 ? .1 : .6;
            second[t] = t % 5 == 0 ? .05 : .4;
        }
        double[] w = MixtureWeights.of(first, second);
        double least = MixtureWeights.loss(w, first, second);
        for (double moved : new double[] {-.02, .02}) {
            assertTrue(least < MixtureWeights.loss(new double[] {w[0] + moved, w[1] - moved}, first, second));
        }
    }

    @Test
    void lossIsTheMeanOfLogarithms() {
        assertEquals((Math.log(2) + Math.log(4)) / 2, MixtureWeights.loss(new double[] {1}, new double[] {.5, .25}), 1e-12);
    }
}
