package psr.math.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class MatricesTest {

    private static final double EXACT = 1e-12;

    private static final double SOLVED = 1e-8;

    private final SplittableRandom random = new SplittableRandom(3);

    private double[] draw(int n) {
        return random.doubles(n, -1, 1).toArray();
    }

    @Test
    void multipliesAndTransposes() {
        double[] a = {1, 2, 3, 4, 5, 6};
        double[] b = {1, 0, 2, -1, 0, 3};
        assertArrayEquals(new double[] {5, 7, 14, 13}, Matrices.multiply(a, 2, 3, b, 2), EXACT);
        assertArrayEquals(Matrices.multiply(a, 2, 3, b, 2),
                Matrices.multiplyTransposed(Matrices.transpose(a, 2, 3), 3, 2, b, 2), EXACT);
    }

    @Test
    void ridgeSolvesItsEquation() {
        double[] factor = draw(6 * 4);
        double[] a = Matrices.multiply(factor, 6, 4, Matrices.transpose(factor, 6, 4), 6);
        double[] before = a.clone();
        double[] b = draw(6 * 2);
        double[] x = Matrices.solveRidge(a, 6, .1, b, 2);
        assertArrayEquals(before, a);
        double[] back = Matrices.multiply(a, 6, 6, x, 2);
        for (int i = 0; i < back.length; i++) {
            back[i] += .1 * x[i];
        }
        assertArrayEquals(b, back, SOLVED);
    }

    @Test
    void ridgeRefusesWhatIsNotPositive() {
        assertThrows(ArithmeticException.class,
                () -> Matrices.solveRidge(new double[] {1, 0, 0, -1}, 2, 0, new double[2], 1));
    }

    @Test
    void pseudoInverseOfADeficientMatrixKeepsPenroseEquations() {
        double[] a = Matrices.multiply(draw(7 * 2), 7, 2, draw(2 * 5), 5);
        double[] p = Matrices.pseudoInverse(a, 7, 5, 1e-10);
        double[] ap = Matrices.multiply(a, 7, 5, p, 7);
        double[] pa = Matrices.multiply(p, 5, 7, a, 5);
        assertArrayEquals(a, Matrices.multiply(ap, 7, 7, a, 5), SOLVED);
        assertArrayEquals(p, Matrices.multiply(pa, 5, 5, p, 7), SOLVED);
        assertArrayEquals(ap, Matrices.transpose(ap, 7, 7), SOLVED);
        assertArrayEquals(pa, Matrices.transpose(pa, 5, 5), SOLVED);
    }

    @Test
    void aMatrixThatNoArrayHoldsIsRefusedInWords() {
        // 46 341² is the first square beyond the largest int.
        String refusal = assertThrows(ArithmeticException.class, () -> Matrices.identity(46_341)).getMessage();
        assertEquals("a dense matrix must have at most 2147483647 entries; one of 46341×46341 has 2147488281", refusal);
        assertThrows(ArithmeticException.class,
                () -> Matrices.multiply(new double[0], 65_536, 0, new double[0], 65_536));
        SparseMatrix empty = new SparseMatrix.Builder().build(65_536, 65_536, 1);
        assertThrows(ArithmeticException.class, empty::toDense);
        assertThrows(ArithmeticException.class, () -> empty.multiply(new double[0][], 65_536));
    }
}
