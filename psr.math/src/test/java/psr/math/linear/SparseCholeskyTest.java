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
        double[] before = b.clone();
        double[] x = new SparseCholesky(builder.build(n, n, 1), .01).solve(b, 3);
        assertArrayEquals(Matrices.solveRidge(dense, n, .01, b, 3), x, SOLVED);
        assertArrayEquals(before, b);
    }

    @Test
    void refusesWhatIsNotPositive() {
        SparseMatrix a = new SparseMatrix.Builder().add(0, 0, 1).add(1, 1, -1).build(2, 2, 1);
        assertThrows(ArithmeticException.class, () -> new SparseCholesky(a, .5));
    }
}
