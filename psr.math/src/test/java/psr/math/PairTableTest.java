package psr.math;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PairTableTest {

    private static final int PAIRS = 700;

    @Test
    void numbersPairsInTheOrderTheyComeHoweverMany() {
        PairTable table = new PairTable();
        for (int k = 0; k < PAIRS; k++) {
            assertEquals(-1, table.find(k / 7, k % 7));
            assertEquals(k, table.size());
            assertEquals(k, table.number(k / 7, k % 7), "a new pair has the next number");
        }
        for (int k = 0; k < PAIRS; k++) {
            assertEquals(k, table.find(k / 7, k % 7));
            assertEquals(k, table.number(k / 7, k % 7), "an old pair keeps its number");
        }
        assertEquals(PAIRS, table.size());
        assertEquals(-1, table.find(3, 7));
        assertEquals(-1, table.find(7, 103), "the order within a pair counts");
    }
}
