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
        double[] x = random.doubles(cols * 2L).toArray();
        double[] y = random.doubles(rows * 2L).toArray();
        assertArrayEquals(Matrices.multiply(dense, rows, cols, x, 2), sparse.multiply(x, 2), EXACT);
        assertArrayEquals(Matrices.multiplyTransposed(dense, rows, cols, y, 2), sparse.multiplyTransposed(y, 2), EXACT);
        assertArrayEquals(Matrices.multiplyTransposed(y, rows, 2, sparse.multiply(x, 2), 2), sparse.between(y, x, 2),
                EXACT);
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
