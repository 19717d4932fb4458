package psr.math.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;

import org.junit.jupiter.api.Test;

class HolmCorrectionTest {

    private static final double EXACT = 1e-12;

    @Test
    void multipliesTheSmallestMost() {
        assertArrayEquals(new double[] {.03, .06, .06, .02},
                HolmCorrection.corrected(new double[] {.01, .04, .03, .005}), EXACT);
    }

    @Test
    void isAtMostOneAndNeverBelowTheOneBefore() {
        assertArrayEquals(new double[] {.9, .9, .9}, HolmCorrection.corrected(new double[] {.31, .3, .32}), EXACT);
        assertArrayEquals(new double[] {1, 1}, HolmCorrection.corrected(new double[] {.6, .7}), EXACT);
        assertArrayEquals(new double[] {.2}, HolmCorrection.corrected(new double[] {.2}), EXACT);
        assertArrayEquals(new double[0], HolmCorrection.corrected(new double[0]), EXACT);
    }

    @Test
    void doesNotCountWhatWasNotTested() {
        assertArrayEquals(new double[] {Double.NaN, .02, .03, Double.NaN},
                HolmCorrection.corrected(new double[] {Double.NaN, .01, .03, Double.NaN}), EXACT);
    }

    @Test
    void correctsEachFamilyForItsOwnNumber() {
        assertArrayEquals(new double[] {.02, .03, .02, Double.NaN}, HolmCorrection.corrected(
                new double[] {.01, .03, .02, Double.NaN}, List.of("", "other", "", "other")), EXACT);
    }
}
