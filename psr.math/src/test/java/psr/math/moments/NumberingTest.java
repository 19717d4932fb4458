package psr.math.moments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NumberingTest {

    private static final int KEYS = 700;

    @Test
    void numbersKeysInTheOrderTheyComeHoweverMany() {
        Numbering numbering = new Numbering();
        for (int again = 0; again < 2; again++) {
            for (int k = 0; k < KEYS; k++) {
                assertEquals(k, numbering.number((long) k * k * 1_000_003));
            }
            assertEquals(KEYS, numbering.size());
        }
    }
}
