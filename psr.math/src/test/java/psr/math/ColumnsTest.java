package psr.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;


class ColumnsTest {

    private static final double EXACT = 1e-12;

    private final SplittableRandom random = new SplittableRandom(1);

    private double[] vector(int n) {
        return random.doubles(n, -1, 1).toArray();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "3, 2", "2, 9", "9, 2", "20, 20", "20, 19", "7, 13"})
    void productsAreThoseOfThePlainLoops(int rows, int cols) {
        double[] a = vector(rows * cols);
        double[][] columns = new double[cols][rows];
        for (int i = 0; i < rows * cols; i++) {
            columns[i % cols][i / cols] = a[i];
        }
        double[] x = vector(cols);
        double[] expected = new double[rows];
        Kernels.multiply(a, rows, cols, x, expected);
        double[] y = vector(rows);
        Columns.multiply(columns, rows, cols, x, y);
        assertArrayEquals(expected, y, EXACT);
        assertEquals(Kernels.dot(cols, x, x), Columns.dot(cols, x, x), EXACT);
        assertEquals(Kernels.normL1(x), Columns.normL1(cols, x), EXACT);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "3, 2, 4", "2, 5, 7", "20, 20, 11", "4, 4, 0"})
    void sumsOfOuterProductsAreThoseOfThePlainLoops(int rows, int cols, int count) {
        OuterSum sum = new OuterSum(rows, cols);
        sum.add(vector(rows), vector(cols));
        sum.columns();
        sum.add(vector(rows), vector(cols));
        sum.clear();
        assertTrue(sum.isEmpty());
        double[] expected = new double[rows * cols];
        for (int k = 0; k < count; k++) {
            assertEquals(k == 0, sum.isEmpty());
            double[] x = vector(rows);
            double[] y = vector(cols);
            Kernels.addOuter(1, x, rows, y, cols, expected);
            sum.add(x, y);
        }
        for (int again = 0; again < 2; again++) {
            double[][] found = sum.columns();
            for (int i = 0; i < rows * cols; i++) {
                assertEquals(expected[i], found[i % cols][i / cols], EXACT);
            }
        }
    }

    @Test
    void fourProductsAtOnceAreThoseOneByOne() {
        for (int n = 0; n < 7; n++) {
            double[][] x = {vector(n), vector(n), vector(n), vector(n)};
            double[] y = vector(n);
            double[] found = new double[5];
            Columns.dot4(n, x[0], x[1], x[2], x[3], y, found, 1);
            for (int k = 0; k < 4; k++) {
                assertEquals(Kernels.dot(n, x[k], y), found[k + 1], EXACT);
            }
        }
    }
}
