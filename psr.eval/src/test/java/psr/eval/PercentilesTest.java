package psr.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentilesTest {

    private static final double EXACT = 1e-12;

    private static Percentiles of(double... values) {
        Percentiles percentiles = new Percentiles();
        for (double value : values) {
            percentiles.add(value);
        }
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

    /** As many values as the initial capacity: nothing is read beyond them. */
    @Test
    void readsOnlyWhatWasAdded() {
        Percentiles full = new Percentiles();
        for (int i = 1; i <= 1024; i++) {
            full.add(i);
        }
        assertEquals(1024, full.at(1), EXACT);
        assertEquals(512.5, full.mean(), EXACT);
    }

    @Test
    void keepsThousands() {
        Percentiles many = new Percentiles();
        for (int i = 5000; i >= 0; i--) {
            many.add(i);
        }
        assertEquals(2500, many.at(.5), EXACT);
        assertEquals(4950, many.at(.99), EXACT);
        assertEquals(2500, many.mean(), EXACT);
    }

    /** In any order, also with many equal values and with the worst pivots. */
    @ParameterizedTest
    @ValueSource(strings = {"random", "few", "rising", "falling", "one", "organ"})
    void areThoseOfTheSortedValues(String kind) {
        SplittableRandom random = new SplittableRandom(1);
        for (int n : new int[] {1, 2, 3, 39, 40, 41, 1000, 30_000}) {
            double[] values = new double[n];
            for (int i = 0; i < n; i++) {
                values[i] = switch (kind) {
                    case "random" -> random.nextDouble();
                    case "few" -> random.nextInt(3);
                    case "rising" -> i;
                    case "falling" -> -i;
                    case "one" -> 7;
                    default -> Math.min(i, n - i);
                };
            }
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            for (double share : new double[] {0, .01, .25, .5, .99, 1}) {
                double rank = share * (n - 1);
                int below = (int) rank;
                double above = sorted[Math.min(below + 1, n - 1)];
                assertEquals(sorted[below] + (rank - below) * (above - sorted[below]), of(values).at(share), 0,
                        share + " of " + n);
            }
            Percentiles twice = of(values);
            twice.at(.99);
            assertEquals(of(values).at(.5), twice.at(.5), 0, "whatever was asked before");
        }
    }

    @Test
    void nothingHasNone() {
        assertTrue(Double.isNaN(new Percentiles().at(.5)));
        assertTrue(Double.isNaN(new Percentiles().mean()));
    }
}
