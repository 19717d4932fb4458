package psr.math.gibbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LogGammaTest {

    private static final double EXACT = 1e-12;

    @Test
    void knowsFactorialsAndTheHalf() {
        double log = 0;
        for (int n = 1; n < 60; n++) {
            assertEquals(log, LogGamma.of(n), EXACT * (1 + log), "n=" + n);
            log += Math.log(n);
        }
        assertEquals(.5 * Math.log(Math.PI), LogGamma.of(.5), EXACT);
    }

    @Test
    void risesByTheSumOfLogarithms() {
        for (double x : new double[] {1e-4, .3, 7}) {
            double log = 0;
            for (int n = 0; n < 40; n++) {
                assertEquals(log, LogGamma.rising(x, n), 1e-11, "x=" + x + ", n=" + n);
                log += Math.log(x + n);
            }
        }
    }
}
