package psr.math.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrthonormalTest {

    private static final double EXACT = 1e-12;

    private final SplittableRandom random = new SplittableRandom(3);

    private double[] draw(int n) {
        return random.doubles(n, -1, 1).toArray();
    }

    private static void check(double[] a, int rows, int cols, Orthonormal found) {
        double[] q = Matrices.flat(found.q(), cols);
        assertArrayEquals(Matrices.identity(cols), Matrices.multiplyTransposed(q, rows, cols, q, cols), EXACT);
        assertArrayEquals(a, Matrices.multiply(q, rows, cols, found.r(), cols), EXACT);
        for (int i = 0; i < cols; i++) {
            for (int j = 0; j < i; j++) {
                assertEquals(0, found.r()[i * cols + j], 0.0);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "9,4", "9,9", "50,13", "300,40"})
    void theBasisIsOrthonormalAndGivesTheMatrixBack(int rows, int cols) {
        double[] a = draw(rows * cols);
        check(a, rows, cols, Orthonormal.of(Matrices.rows(a, rows, cols), cols));
    }

    /** Columns that differ only in the tenth digit, and lengths from 1 to 1e-30. */
    @Test
    void columnsThatAreNearlyAlikeAreToldApart() {
        int rows = 60;
        int cols = 12;
        double[] a = draw(rows * cols);
        for (int i = 0; i < rows; i++) {
            for (int j = 1; j < cols; j++) {
                a[i * cols + j] = (a[i * cols] + 1e-10 * a[i * cols + j]) * (j % 3 == 0 ? 1e-30 : 1);
            }
        }
        check(a, rows, cols, Orthonormal.of(Matrices.rows(a, rows, cols), cols));
    }

    @Test
    void theBasisIsWholeWhereColumnsDepend() {
        int rows = 30;
        int cols = 9;
        double[] a = Matrices.multiply(draw(rows * 3), rows, 3, draw(3 * cols), cols);
        check(a, rows, cols, Orthonormal.of(Matrices.rows(a, rows, cols), cols));
        double[] zero = new double[rows * cols];
        check(zero, rows, cols, Orthonormal.of(Matrices.rows(zero, rows, cols), cols));
    }

    @Test
    void equalIsWhatHasTheSameNumbers() {
        Orthonormal one = new Orthonormal(new double[][] {{1}}, new double[] {2});
        assertEquals(one, new Orthonormal(new double[][] {{1}}, new double[] {2}));
        assertEquals(one.hashCode(), new Orthonormal(new double[][] {{1}}, new double[] {2}).hashCode());
        assertEquals("R [2.0]", one.toString());
        assertNotEquals(one, new Orthonormal(new double[][] {{0}}, new double[] {2}));
        assertNotEquals(one, new Orthonormal(new double[][] {{1}}, new double[] {0}));
        assertNotEquals(one.hashCode(), new Orthonormal(new double[][] {{1}}, new double[] {0}).hashCode());
    }
}
