package psr.math.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class SparseCholeskyTest {

    private static final double SOLVED = 1e-8;

    @Test
    void solvesAsTheDenseRidgeDoes() {
        SplittableRandom random = new SplittableRandom(7);
        int n = 30;
        double[] factor = new double[n * 10];
        for (int e = 0; e < 40; e++) {
            factor[random.nextInt(factor.length)] = random.nextDouble();
        }
        double[] dense = Matrices.multiply(factor, n, 10, Matrices.transpose(factor, n, 10), n);
        SparseMatrix.Builder builder = new SparseMatrix.Builder();
        for (int i = 0; i < dense.length; i++) {
            if (dense[i] != 0) {
                builder.add(i / n, i % n, dense[i]);
            }
        }
        double[] b = random.doubles(n * 3L).toArray();
        double[][] right = Matrices.rows(b, n, 3);
        double[][] x = new SparseCholesky(builder.build(n, n, 1), .01).solve(right, 3);
        assertArrayEquals(Matrices.solveRidge(dense, n, .01, b, 3), Matrices.flat(x, 3), SOLVED);
        assertArrayEquals(b, Matrices.flat(right, 3), "the right-hand side stays as it is");
    }

    @Test
    void refusesWhatIsNotPositive() {
        SparseMatrix a = new SparseMatrix.Builder().add(0, 0, 1).add(1, 1, -1).build(2, 2, 1);
        assertThrows(ArithmeticException.class, () -> new SparseCholesky(a, .5));
    }
}
