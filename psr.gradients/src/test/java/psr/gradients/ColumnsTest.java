package psr.gradients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import psr.math.Kernels;

class ColumnsTest {

    private static final double EXACT = 1e-12;

    private final SplittableRandom random = new SplittableRandom(1);

    private double[] vector(int n) {
        return random.doubles(n, -1, 1).toArray();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "3, 2", "2, 9", "9, 2", "20, 20", "7, 13"})
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
    void aStepHasTheLengthOfTheRate() {
        Psr psr = new Psr(GoldenGradients.random(1, 3, 4), true);
        double[] before = GoldenGradients.tensor(3, 4, o -> psr.columns[o]);
        Descent descent = new Descent(psr, 0.25, true);
        descent.add(2, vector(4), vector(4));
        descent.add(0, vector(4), vector(4));
        descent.step();
        double[] after = GoldenGradients.tensor(3, 4, o -> psr.columns[o]);
        double[] moved = new double[after.length];
        Arrays.setAll(moved, i -> after[i] - before[i]);
        assertEquals(0.25, Kernels.normL1(moved), EXACT);
        assertEquals(0, Kernels.normL1(Arrays.copyOfRange(moved, 16, 32)), 0.0);
        assertArrayEquals(after, GoldenGradients.tensor(3, 4, o -> transposed(psr.rows[o])), 0.0);
    }

    private static double[][] transposed(double[][] rows) {
        double[][] columns = new double[rows.length][rows.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows.length; j++) {
                columns[j][i] = rows[i][j];
            }
        }
        return columns;
    }

    @Test
    void aGradientThatIsNotFiniteMovesNothingAndIsCounted() {
        Psr psr = new Psr(GoldenGradients.random(1, 2, 2), true);
        double[] before = GoldenGradients.tensor(2, 2, o -> psr.columns[o]);
        for (boolean normalised : new boolean[] {true, false}) {
            Descent descent = new Descent(psr, 1, normalised);
            for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
                descent.add(1, new double[] {1, bad}, new double[] {1, 1});
                descent.step();
            }
            descent.step();
            assertEquals(2, descent.skipped());
        }
        assertArrayEquals(before, GoldenGradients.tensor(2, 2, o -> psr.columns[o]), 0.0);
    }
}
