package psr.math;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
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
    @CsvSource({"0, 0", "1, 1", "3, 2", "2, 9", "9, 2", "20, 20", "20, 19", "7, 13", "4, 4", "5, 5", "6, 24"})
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
        double[] sizes = vector(rows);
        double before = Kernels.dot(rows, sizes, ones(rows));
        Columns.addAbs(columns, rows, cols, sizes);
        assertEquals(before + Kernels.normL1(a), Kernels.dot(rows, sizes, ones(rows)), EXACT);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "3, 4", "20, 1", "20, 7", "21, 3"})
    void matricesBelowEachOtherMakeTheSameBitsAsEachAlone(int d, int count) {
        double[][] stack = new double[d][];
        for (int j = 0; j < d; j++) {
            stack[j] = vector(count * d);
        }
        double[] x = vector(d);
        double[] found = vector(count * d);
        Columns.multiply(stack, count * d, d, x, found);
        for (int k = 0; k < count; k++) {
            double[][] one = new double[d][];
            for (int j = 0; j < d; j++) {
                one[j] = Arrays.copyOfRange(stack[j], k * d, (k + 1) * d);
            }
            double[] expected = new double[d];
            Columns.multiply(one, d, d, x, expected);
            assertArrayEquals(expected, Arrays.copyOfRange(found, k * d, (k + 1) * d));
        }
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
            if (k % 2 == 0) {
                sum.add(x, y);
            } else {
                System.arraycopy(x, 0, sum.left(), 0, rows);
                sum.add(y);
            }
        }
        for (int again = 0; again < 2; again++) {
            double[][] found = sum.columns();
            for (int i = 0; i < rows * cols; i++) {
                assertEquals(expected[i], found[i % cols][i / cols], EXACT);
            }
        }
    }

    /** More products than the buffer holds, symbols without products, sums that are read in between. */
    @ParameterizedTest
    @CsvSource({"0, 0, 3", "1, 1, 1", "3, 2, 40", "2, 5, 300", "20, 20, 1", "20, 20, 37", "20, 20, 900", "4, 4, 0", "3, 40, 300",
            "21, 21, 37", "20, 17, 40"})
    void sumsBySymbolAreThoseOfThePlainLoops(int rows, int cols, int count) {
        int n = 7;
        OuterSums sums = new OuterSums(n, rows, cols);
        for (int round = 0; round < 3; round++) {
            double[][] expected = new double[n][rows * cols];
            boolean[] added = new boolean[n];
            for (int k = 0; k < count; k++) {
                // Each symbol has a different number of products; the last has none.
                int o = Math.min(random.nextInt(n - 1), random.nextInt(n - 1));
                double[] x = vector(rows);
                double[] y = vector(cols);
                Kernels.addOuter(1, x, rows, y, cols, expected[o]);
                added[o] = true;
                if (k % 2 == 0) {
                    sums.add(o, x, y);
                } else {
                    System.arraycopy(x, 0, sums.left(), 0, rows);
                    sums.add(o, y);
                }
                if (round == 1 && k % 29 == 0) {
                    sums.columns(o);
                }
            }
            double norm = 0;
            for (double[] sum : expected) {
                norm += Kernels.normL1(sum);
            }
            assertEquals(norm, sums.normL1(), EXACT * Math.max(1, count * rows * cols));
            boolean[] touched = new boolean[n];
            for (int k = 0; k < sums.touched(); k++) {
                assertFalse(touched[sums.touched(k)], "once");
                touched[sums.touched(k)] = true;
            }
            assertArrayEquals(added, touched);
            for (int o = 0; o < n; o++) {
                for (int i = 0; i < rows * cols; i++) {
                    assertEquals(expected[o][i], sums.columns(o)[i % cols][i / cols], EXACT * Math.max(1, count));
                }
            }
            if (count > 0) {
                sums.add(0, vector(rows), vector(cols));
            }
            sums.clear();
            assertEquals(0, sums.touched());
            assertEquals(0, sums.normL1());
        }
    }

    private static double[] ones(int n) {
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        return ones;
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
