package psr.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PercentilesTest {

    private static final double EXACT = 1e-12;

    private static Percentiles of(double... values) {
        Percentiles percentiles = new Percentiles();
        for (double value : values) {
            percentiles.add(value);
        }
        percentiles.sort();
        return percentiles;
    }

    @Test
    void liesBetweenTheNearestRanks() {
        Percentiles four = of(7, 1, 4, 2);
        assertEquals(1, four.at(0), EXACT);
        assertEquals(3, four.at(.5), EXACT);
        // Rank .99 · 3 = 2.97: 4 + .97 · 3.
        assertEquals(6.91, four.at(.99), EXACT);
        assertEquals(7, four.at(1), EXACT);
        assertEquals(3.5, four.mean(), EXACT);
        assertEquals(5, of(5).at(.5), EXACT);
    }

    /** As many as there is room for at first: nothing is read beyond them. */
    @Test
    void readsOnlyWhatWasAdded() {
        Percentiles full = new Percentiles();
        for (int i = 1; i <= 1024; i++) {
            full.add(i);
        }
        full.sort();
        assertEquals(1024, full.at(1), EXACT);
        assertEquals(512.5, full.mean(), EXACT);
    }

    @Test
    void keepsThousands() {
        Percentiles many = new Percentiles();
        for (int i = 5000; i >= 0; i--) {
            many.add(i);
        }
        many.sort();
        assertEquals(2500, many.at(.5), EXACT);
        assertEquals(4950, many.at(.99), EXACT);
        assertEquals(2500, many.mean(), EXACT);
    }

    @Test
    void nothingHasNone() {
        assertTrue(Double.isNaN(new Percentiles().at(.5)));
        assertTrue(Double.isNaN(new Percentiles().mean()));
    }
}
