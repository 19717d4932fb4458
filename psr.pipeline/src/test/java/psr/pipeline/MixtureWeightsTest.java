package psr.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class MixtureWeightsTest {

    @Test
    void shareTheStepsThatEachPartExplains() {
        // Each step is possible for one part only: 6 of 8 and 2 of 8, and one more each.
        double[] first = {.5, .5, .5, .5, .5, .5, 0, 0};
        double[] second = {0, 0, 0, 0, 0, 0, .5, .5};
        assertArrayEquals(new double[] {.7, .3}, MixtureWeights.of(first, second), 1e-6);
    }

    /** The fixed point of EM: every part gets the share of the symbols that it explains, plus one symbol. */
    @Test
    void areWhereEmWouldEnd() {
        SplittableRandom random = new SplittableRandom(1);
        double[][] probability = new double[4][3000];
        for (int t = 0; t < 3000; t++) {
            for (int k = 0; k < 4; k++) {
                // The last part is hardly ever useful, the third never better than the second.
                probability[k][t] = k == 2 ? probability[1][t] * .999 : random.nextDouble() * (k == 3 ? .01 : 1);
            }
        }
        double[] w = MixtureWeights.of(probability);
        double[] share = new double[4];
        Arrays.fill(share, 1);
        for (int t = 0; t < 3000; t++) {
            double sum = 0;
            for (int k = 0; k < 4; k++) {
                sum += w[k] * probability[k][t];
            }
            for (int k = 0; k < 4; k++) {
                share[k] += w[k] * probability[k][t] / sum;
            }
        }
        for (int k = 0; k < 4; k++) {
            assertEquals(share[k] / 3004, w[k], 1e-10, "part " + k);
        }
        assertTrue(w[3] > 0 && w[3] < .001, "nearly useless: " + w[3]);
    }

    @Test
    void doNotMindWhatNoPartHoldsPossible() {
        assertArrayEquals(MixtureWeights.of(new double[] {.5, .1}, new double[] {.1, .5}),
                MixtureWeights.of(new double[] {.5, 0, .1}, new double[] {.1, 0, .5}), 1e-12);
        assertArrayEquals(new double[] {.5, .5}, MixtureWeights.of(new double[3], new double[3]), 1e-12);
    }

    @Test
    void stayEqualWithoutData() {
        assertArrayEquals(new double[] {.5, .5}, MixtureWeights.of(new double[0], new double[0]));
    }

    @Test
    void minimizeTheLoss() {
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
