package psr.math;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import psr.api.model.Repair;

class LogLossTest {

    private static final double EXACT = 1e-12;

    @ParameterizedTest
    @EnumSource
    void isTheLogarithmOfTheRepairedShare(LogLoss loss) {
        Repair repair = loss == LogLoss.ABSOLUTE ? Repair.ABSOLUTE : Repair.CLIP;
        Random random = new Random(1);
        for (int n = 1; n < 12; n++) {
            double[] scores = random.doubles(n, -.3, 1).toArray();
            double sum = 0;
            for (double p : scores) {
                sum += repair.positive(p);
            }
            for (int o = 0; o < n; o++) {
                assertEquals(Math.log(sum) - Math.log(repair.positive(scores[o])), loss.of(scores, o), EXACT);
            }
        }
    }

    /** Finite scores have a finite loss. */
    @ParameterizedTest
    @EnumSource
    void isFiniteForTheLargestNumbers(LogLoss loss) {
        double huge = Double.MAX_VALUE;
        double[][] all = {{huge, huge, huge, huge, huge}, {-huge, huge, 0, huge, -huge}, {huge, 0}, {0, 0}, {-huge, 0}};
        for (double[] scores : all) {
            for (int o = 0; o < scores.length; o++) {
                double found = loss.of(scores, o);
                assertTrue(Double.isFinite(found) && found > -EXACT, loss + " of " + scores[o] + " is " + found);
            }
        }
    }

    /** If the sum, or its quotient by a share, is beyond the largest double, the loss is computed from logarithms. */
    @ParameterizedTest
    @EnumSource
    void isExactForTheLargestNumbers(LogLoss loss) {
        double huge = Double.MAX_VALUE;
        assertEquals(Math.log(3), loss.of(new double[] {huge, huge, huge}, 1), EXACT);
        assertEquals(Math.log(2.5), loss.of(new double[] {huge, huge, huge / 2}, 1), EXACT);
        assertEquals(Math.log(5), loss.of(new double[] {huge, huge, huge / 2}, 2), EXACT);
        Repair repair = loss == LogLoss.ABSOLUTE ? Repair.ABSOLUTE : Repair.CLIP;
        assertEquals(Math.log(huge) - Math.log(repair.positive(0)), loss.of(new double[] {huge, 0}, 1), EXACT);
    }
}
