package psr.math.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class RunningMeanTest {

    private static final double EXACT = 1e-12;

    private static RunningMean of(double... values) {
        RunningMean mean = new RunningMean();
        for (double value : values) {
            mean.add(value);
        }
        return mean;
    }

    @Test
    void hasTheMeanAndErrorOfASmallCase() {
        RunningMean mean = of(2, 4, 4, 4, 5, 5, 7, 9);
        assertEquals(8, mean.count());
        assertEquals(5, mean.mean());
        assertEquals(Math.sqrt(32 / 7.0), mean.standardDeviation(), EXACT);
        assertEquals(Math.sqrt(32 / 7.0 / 8), mean.standardError(), EXACT);
    }

    @Test
    void meanIsTheSumInOrderToTheLastBit() {
        SplittableRandom random = new SplittableRandom(3);
        for (int n = 1; n < 200; n++) {
            RunningMean mean = new RunningMean();
            double sum = 0;
            for (int i = 0; i < n; i++) {
                double value = random.nextGaussian() * Math.exp(random.nextGaussian() * 5);
                mean.add(value);
                sum += value;
            }
            assertEquals(Double.doubleToLongBits(sum / n), Double.doubleToLongBits(mean.mean()), n + " numbers");
        }
    }

    @Test
    void errorSurvivesALargeMean() {
        double far = 1e9;
        assertEquals(of(1, 2, 3, 4).standardError(), of(far + 1, far + 2, far + 3, far + 4).standardError(), 1e-9);
    }

    @Test
    void saysThatTooFewNumbersHaveNoMeanOrError() {
        assertTrue(Double.isNaN(of().mean()) && Double.isNaN(of().standardError()));
        assertEquals(3, of(3).mean());
        assertTrue(Double.isNaN(of(3).standardError()) && Double.isNaN(of(3).standardDeviation()));
        assertEquals(0, of(3, 3).standardError());
    }

    @Test
    void refusesWhatIsNotFinite() {
        RunningMean mean = of(1);
        String message = assertThrows(IllegalArgumentException.class, () -> mean.add(Double.NaN)).getMessage();
        assertTrue(message.contains("number 2 is NaN"), message);
        assertThrows(IllegalArgumentException.class, () -> mean.add(Double.POSITIVE_INFINITY));
        assertEquals(1, mean.count());
    }
}
