package psr.math.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SparseMatrixTest {

    private static final double EXACT = 1e-12;

    @ParameterizedTest
    @CsvSource({"0,0,0", "1,1,1", "3,40,60", "40,3,60", "30,30,2000"})
    void productsEqualThoseOfTheDenseMatrix(int rows, int cols, int additions) {
        SplittableRandom random = new SplittableRandom(2);
        double[] dense = new double[rows * cols];
        SparseMatrix.Builder builder = new SparseMatrix.Builder();
        for (int n = 0; n < additions; n++) {
            int i = random.nextInt(rows);
            int j = random.nextInt(cols);
            double v = random.nextDouble();
            builder.add(i, j, v);
            dense[i * cols + j] += 3 * v;
        }
        SparseMatrix sparse = builder.build(rows, cols, 3);
        assertArrayEquals(dense, sparse.toDense(), EXACT);
        // Five columns: more than are added at a time, and not a multiple of it.
        int k = 5;
        double[] x = random.doubles((long) cols * k).toArray();
        double[] y = random.doubles((long) rows * k).toArray();
        double[][] xRows = Matrices.rows(x, cols, k);
        double[][] yRows = Matrices.rows(y, rows, k);
        double[] product = Matrices.multiply(dense, rows, cols, x, k);
        assertArrayEquals(product, Matrices.flat(sparse.multiply(xRows, k), k), EXACT);
        assertArrayEquals(Matrices.multiplyTransposed(dense, rows, cols, y, k),
                Matrices.flat(sparse.multiplyTransposed(yRows, k), k), EXACT);
        assertArrayEquals(Matrices.multiplyTransposed(y, rows, k, product, k), sparse.between(yRows, xRows, k), EXACT);
        assertArrayEquals(x, Matrices.flat(xRows, k), "what is multiplied stays as it is");
        assertArrayEquals(y, Matrices.flat(yRows, k), "what is multiplied stays as it is");
    }

    @Test
    void visitsEntriesByRowThenColumn() {
        SparseMatrix matrix = new SparseMatrix.Builder()
                .add(2, 0, 1).add(0, 3, 1).add(0, 1, 1).add(2, 0, 1).build(3, 4, 1);
        List<String> visited = new ArrayList<>();
        matrix.forEach((i, j, v) -> visited.add(i + "," + j + "=" + v));
        assertEquals(List.of("0,1=1.0", "0,3=1.0", "2,0=2.0"), visited);
        assertEquals(3, matrix.entries());
    }

    @Test
    void refusesEntriesOutsideOfItsSize() {
        SparseMatrix.Builder builder = new SparseMatrix.Builder().add(2, 1, 1);
        assertThrows(IllegalArgumentException.class, () -> builder.build(2, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> builder.build(3, 1, 1));
    }
}
