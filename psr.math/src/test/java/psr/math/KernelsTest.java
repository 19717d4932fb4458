package psr.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelsTest {

    private static final double EXACT = 1e-12;

    private final SplittableRandom random = new SplittableRandom(1);

    private double[] draw(int n) {
        return random.doubles(n, -1, 1).toArray();
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "3,7", "7,3"})
    void productsEqualThePlainSums(int rows, int cols) {
        double[] a = draw(rows * cols);
        double[] x = draw(cols);
        double[] z = draw(rows);
        double[] y = draw(rows);
        double[] yt = draw(cols);
        double[] expected = new double[rows];
        double[] expectedTransposed = new double[cols];
        double[] expectedOuter = a.clone();
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                expected[i] += a[i * cols + j] * x[j];
                expectedTransposed[j] += a[i * cols + j] * z[i];
                expectedOuter[i * cols + j] += .5 * z[i] * x[j];
            }
        }
        Kernels.multiply(a, rows, cols, x, y);
        Kernels.multiplyTransposed(a, rows, cols, z, yt);
        assertArrayEquals(expected, y, EXACT);
        assertArrayEquals(expectedTransposed, yt, EXACT);
        for (int i = 0; i < rows; i++) {
            assertEquals(expected[i], Kernels.rowDot(a, i, cols, x), EXACT);
        }
        Kernels.addOuter(.5, z, rows, x, cols, a);
        assertArrayEquals(expectedOuter, a, EXACT);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "9"})
    void vectorsAddScaleAndHaveNorms(int n) {
        double[] x = draw(n);
        double[] y = draw(n);
        double dot = 0;
        double l1 = 0;
        double[] sum = new double[n];
        for (int i = 0; i < n; i++) {
            dot += x[i] * y[i];
            l1 += Math.abs(x[i]);
            sum[i] = 2 * (y[i] - 3 * x[i]);
        }
        assertEquals(dot, Kernels.dot(n, x, y), EXACT);
        assertEquals(l1, Kernels.normL1(x), EXACT);
        assertEquals(Math.sqrt(Kernels.dot(n, x, x)), Kernels.normL2(x), EXACT);
        Kernels.add(-3, x, n, y);
        Kernels.scale(2, n, y);
        assertArrayEquals(sum, y, EXACT);
    }
}
