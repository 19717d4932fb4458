package psr.math.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

/** Against counts of all signs, and for many values against the exact distribution, by an independent program. */
class SignTestsTest {

    private static final double EXACT = 1e-12;

    /** Student's hours of sleep (1908), differences of two drugs; one pair of equal sizes, one zero. */
    private static final double[] SLEEP = {-1.2, -2.4, -1.3, -1.3, 0, -1, -1.8, -.8, -4.6, -1.4};

    @Test
    void countsSigns() {
        assertEquals(0.00390625, SignTest.p(SLEEP), EXACT);
        assertEquals(1.590532847378614e-08, SignTest.p(22, 78), 1e-18);
        assertEquals(0.08862608011406758, SignTest.p(59, 41), EXACT);
        assertEquals(1, SignTest.p(new double[] {0, 0}));
        assertEquals(1, SignTest.p(3, 3));
        assertEquals(1, SignTest.p(2000, 2000), EXACT);
    }

    @Test
    void countsSignsOfRanks() {
        assertEquals(0.00390625, SignedRankTest.p(SLEEP), EXACT);
        assertEquals(0.10546875, SignedRankTest.p(new double[] {1, 2, 3, -4, 5, 6, -7, 8, 9, 10}), EXACT);
        assertEquals(0.328125, SignedRankTest.p(new double[] {1, 1, -1, 2, 2, -3, 4}), EXACT);
        assertEquals(0.0625, SignedRankTest.p(new double[] {5, 4, 3, 2, 1}), EXACT);
        assertEquals(1, SignedRankTest.p(new double[] {1, -1}), EXACT);
        assertEquals(1, SignedRankTest.p(new double[0]));
    }

    @Test
    void isNormalForManyValues() {
        double[] values = IntStream.range(0, 300).mapToDouble(i -> (i + 1) * (i * 7 % 10 < 6 ? 1 : -1)).toArray();
        assertEquals(0.0029688342330467057, SignedRankTest.p(values), 1e-4);
    }
}
