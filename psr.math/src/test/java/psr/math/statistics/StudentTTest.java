package psr.math.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {

    private static final double EXACT = 1e-12;
    /** Printed tables have three decimals. */
    private static final double TABLE = 5.1e-4;

    @ParameterizedTest
    @CsvSource({"1, 12.706", "2, 4.303", "3, 3.182", "4, 2.776", "5, 2.571", "9, 2.262", "10, 2.228", "19, 2.093",
            "20, 2.086",
            "29, 2.045", "99, 1.984", "120, 1.980", "1000, 1.962"})
    void agreesWithTheTableAt95Percent(int degrees, double expected) {
        assertEquals(expected, StudentT.quantile(0.95, degrees), TABLE);
    }

    @ParameterizedTest
    @CsvSource({"1, 63.657", "2, 9.925", "7, 3.499", "12, 3.055", "30, 2.750"})
    void agreesWithTheTableAt99Percent(int degrees, double expected) {
        assertEquals(expected, StudentT.quantile(0.99, degrees), TABLE);
    }

    @Test
    void hasTheClosedFormsOfOneAndTwoDegrees() {
        assertEquals(Math.tan(0.475 * Math.PI), StudentT.quantile(0.95, 1), 1e-9);
        assertEquals(0.95 * Math.sqrt(2 / (1 - 0.95 * 0.95)), StudentT.quantile(0.95, 2), EXACT * 10);
    }

    @Test
    void approachesTheNormalDistribution() {
        assertEquals(1.959964, StudentT.quantile(0.95, 1_000_000), 5e-6);
    }

    @Test
    void refusesWhatHasNoQuantile() {
        assertThrows(IllegalArgumentException.class, () -> StudentT.quantile(1, 3));
        assertThrows(IllegalArgumentException.class, () -> StudentT.quantile(0, 3));
        assertThrows(IllegalArgumentException.class, () -> StudentT.quantile(0.95, 0));
        assertThrows(IllegalArgumentException.class, () -> StudentT.quantile(Double.NaN, 3));
    }
}
