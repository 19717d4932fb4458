package psr.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PanelsTest {

    private static final double EXACT = 1e-12;

    private final SplittableRandom random = new SplittableRandom(1);

    private double[] vector(int n) {
        return random.doubles(n, -1, 1).toArray();
    }

    /** Row-major entries in panels. */
    private static double[][] panels(double[] rows, int d) {
        double[][] a = Panels.zero(d);
        for (int k = 0; k < d * d; k++) {
            Panels.set(rows[k], d, k / d, k % d, a);
        }
        return a;
    }

    private static double[][] columns(double[] rows, int d) {
        double[][] columns = new double[d][d];
        for (int k = 0; k < d * d; k++) {
            columns[k % d][k / d] = rows[k];
        }
        return columns;
    }

    private static double[] rows(double[][] panels, int d) {
        double[] rows = new double[d * d];
        for (int k = 0; k < d * d; k++) {
            rows[k] = Panels.get(panels, d, k / d, k % d);
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 5, 7, 19, 20, 21, 100})
    void everyOperationIsThatOfThePlainLoops(int d) {
        double[] a = vector(d * d);
        double[][] panels = panels(a, d);
        assertArrayEquals(a, rows(panels, d));

        double[] x = vector(d);
        double[] expected = new double[d];
        Kernels.multiply(a, d, d, x, expected);
        double[] found = vector(d);
        Panels.multiply(panels, d, x, found);
        assertArrayEquals(expected, found, EXACT * Math.max(1, d));
        double[] bits = vector(d);
        Columns.multiply(columns(a, d), d, d, x, bits);
        assertArrayEquals(bits, found, "the bits are those of columns");

        double[] transposed = new double[d * d];
        for (int k = 0; k < d * d; k++) {
            transposed[k] = a[k % d * d + k / d];
        }
        double[][] turned = panels(vector(d * d), d);
        Panels.transpose(panels, d, turned);
        assertArrayEquals(transposed, rows(turned, d));

        for (int j = 0; j < d; j++) {
            assertEquals(Kernels.rowDot(transposed, j, d, x), Panels.dot(panels, d, j, x), EXACT * d);
            double[] place = vector(d + 2);
            double before = place[0];
            double after = place[d + 1];
            Panels.column(panels, d, j, 1, place);
            for (int i = 0; i < d; i++) {
                assertEquals(a[i * d + j], place[1 + i]);
            }
            assertEquals(before, place[0]);
            assertEquals(after, place[d + 1]);
        }

        double[] g = vector(d * d);
        Panels.add(-0.5, columns(g, d), d, panels);
        for (int k = 0; k < d * d; k++) {
            assertEquals(a[k] - 0.5 * g[k], Panels.get(panels, d, k / d, k % d), EXACT);
        }
        Panels.copy(columns(g, d), d, panels);
        assertArrayEquals(g, rows(panels, d));
    }
}
