package psr.math.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TruncatedSvdTest {

    private static final double EXACT = 1e-12;

    private static final double SOLVED = 1e-8;

    private static SparseMatrix sparse(int rows, int cols, int entries) {
        SplittableRandom random = new SplittableRandom(4);
        SparseMatrix.Builder builder = new SparseMatrix.Builder();
        for (int n = 0; n < entries; n++) {
            // Weights of very different sizes, as in counts of strings: the spectrum decays.
            builder.add(random.nextInt(rows), random.nextInt(cols), Math.exp(-6 * random.nextDouble()));
        }
        return builder.build(rows, cols, 1);
    }

    private static double[] product(TruncatedSvd svd, int rows, int cols) {
        int k = svd.rank();
        double[] us = svd.u().clone();
        for (int i = 0; i < us.length; i++) {
            us[i] *= svd.s()[i % k];
        }
        return Matrices.multiply(us, rows, k, Matrices.transpose(svd.v(), cols, k), cols);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "6,6", "4,11", "11,4"})
    void theWholeDecompositionGivesBackTheMatrix(int rows, int cols) {
        SparseMatrix a = sparse(rows, cols, 40);
        int k = Math.min(rows, cols);
        TruncatedSvd svd = TruncatedSvd.of(a, k, new SplittableRandom(1));
        assertArrayEquals(a.toDense(), product(svd, rows, cols), EXACT);
        assertArrayEquals(Matrices.identity(k), Matrices.multiplyTransposed(svd.u(), rows, k, svd.u(), k), EXACT);
        assertArrayEquals(Matrices.identity(k), Matrices.multiplyTransposed(svd.v(), cols, k, svd.v(), k), EXACT);
        for (int i = 1; i < k; i++) {
            assertTrue(svd.s()[i - 1] >= svd.s()[i]);
        }
    }

    @Test
    void theLargestEntryOfEachLeftVectorIsPositive() {
        TruncatedSvd svd = TruncatedSvd.of(sparse(20, 15, 90), 10, new SplittableRandom(1));
        for (int m = 0; m < 10; m++) {
            double largest = 0;
            for (int i = 0; i < 20; i++) {
                double entry = svd.u()[i * 10 + m];
                largest = Math.abs(entry) > Math.abs(largest) ? entry : largest;
            }
            assertTrue(largest > 0, "column " + m);
        }
    }

    @Test
    void theRandomisedOneAgreesWithTheExactOne() {
        SparseMatrix a = sparse(120, 90, 700);
        TruncatedSvd exact = TruncatedSvd.of(a, 8, new SplittableRandom(1));
        TruncatedSvd random = TruncatedSvd.randomized(a, 8, new SplittableRandom(5));
        assertArrayEquals(exact.s(), random.s(), SOLVED);
        assertArrayEquals(product(exact, 120, 90), product(random, 120, 90), 1e-5);
        assertEquals(random, TruncatedSvd.randomized(a, 8, new SplittableRandom(5)), "same seed, same bits");
    }

    /** Diagonal, with these singular values; too large for the dense decomposition. */
    private static SparseMatrix diagonal(double... values) {
        SparseMatrix.Builder builder = new SparseMatrix.Builder();
        for (int i = 0; i < values.length; i++) {
            builder.add(i, (7 * i) % values.length, values[i]);
        }
        return builder.build(values.length, values.length, 1);
    }

    @Test
    void strongAndWeakDirectionsAreFoundTogether() {
        double[] values = new double[500];
        for (int i = 0; i < values.length; i++) {
            values[i] = i == 0 ? 1e4 : 1 / (1 + .1 * i);
        }
        TruncatedSvd svd = TruncatedSvd.of(diagonal(values), 20, new SplittableRandom(1));
        assertArrayEquals(Arrays.copyOf(values, 20), svd.s(), 1e-11 * values[0]);
        for (int i = 0; i < 20; i++) {
            assertEquals(1, svd.u()[i * 20 + i], SOLVED, "left " + i);
            assertEquals(1, svd.v()[(7 * i) % 500 * 20 + i], SOLVED, "right " + i);
        }
    }

    @Test
    void whatHasNoEndOfItsSpectrumEndsAfterSomeSteps() {
        double[] values = new double[500];
        Arrays.fill(values, 2);
        assertArrayEquals(Arrays.copyOf(values, 20), TruncatedSvd.of(diagonal(values), 20, new SplittableRandom(1)).s(), EXACT);
        assertArrayEquals(new double[20], TruncatedSvd.of(diagonal(new double[500]), 20, new SplittableRandom(1)).s());
        for (int i = 0; i < values.length; i++) {
            values[i] = 2 - 1e-3 * i;
        }
        TruncatedSvd slow = TruncatedSvd.of(diagonal(values), 20, new SplittableRandom(1));
        assertArrayEquals(Arrays.copyOf(values, 20), slow.s(), 1e-2);
        assertArrayEquals(Matrices.identity(20), Matrices.multiplyTransposed(slow.u(), 500, 20, slow.u(), 20), EXACT);
    }

    @Test
    void aFewStepsComeNearTheExactOneAndManyReachIt() {
        SparseMatrix a = sparse(120, 90, 700);
        TruncatedSvd exact = TruncatedSvd.exact(a.toDense(), 120, 90, 8);
        TruncatedSvd few = TruncatedSvd.approximate(a, 8, 4, new SplittableRandom(5));
        assertArrayEquals(exact.s(), few.s(), 1e-2 * exact.s()[0]);
        TruncatedSvd many = TruncatedSvd.approximate(a, 8, 60, new SplittableRandom(5));
        assertArrayEquals(exact.s(), many.s(), SOLVED);
        assertArrayEquals(product(exact, 120, 90), product(many, 120, 90), 1e-5);
        assertEquals(few, TruncatedSvd.approximate(a, 8, 4, new SplittableRandom(5)), "same seed, same bits");
    }

    @Test
    void aLargeMatrixOfLowRankIsRecoveredWithoutMakingItDense() {
        int n = TruncatedSvd.DENSE + 150;
        SplittableRandom random = new SplittableRandom(6);
        double[] left = random.doubles(n * 3L).toArray();
        double[] right = random.doubles(n * 3L).toArray();
        LinearMap a = new LinearMap() {
            @Override
            public int rows() {
                return n;
            }

            @Override
            public int cols() {
                return n;
            }

            @Override
            public double[][] multiply(double[][] x, int k) {
                return product(left, right, x, k);
            }

            @Override
            public double[][] multiplyTransposed(double[][] x, int k) {
                return product(right, left, x, k);
            }

            private double[][] product(double[] first, double[] second, double[][] x, int k) {
                double[] small = Matrices.multiplyTransposed(second, n, 3, Matrices.flat(x, k), k);
                return Matrices.rows(Matrices.multiply(first, n, 3, small, k), n, k);
            }

            @Override
            public double[] toDense() {
                throw new AssertionError("a large matrix must stay as it is");
            }
        };
        TruncatedSvd svd = TruncatedSvd.of(a, 5, new SplittableRandom(1));
        assertEquals(3, svd.numericalRank(1e-10));
        double[] whole = Matrices.multiply(left, n, 3, Matrices.transpose(right, n, 3), n);
        assertArrayEquals(whole, product(svd, n, n), SOLVED);
    }

    @Test
    void refusesARankBeyondTheMatrix() {
        SparseMatrix a = sparse(4, 6, 20);
        var refused = assertThrows(IllegalArgumentException.class,
                () -> TruncatedSvd.of(a, 5, new SplittableRandom(1)));
        assertEquals("rank must be 1..4, the smaller side of a 4×6 matrix; rank=5", refused.getMessage());
    }

    @Test
    void theFirstTriplesAreThoseOfTheWholeDecomposition() {
        double[] a = sparse(7, 5, 30).toDense();
        TruncatedSvd whole = TruncatedSvd.exact(a, 7, 5, 5);
        assertEquals(TruncatedSvd.exact(a, 7, 5, 2), whole.first(2));
        assertEquals(2, whole.first(2).rank());
        assertEquals(whole, whole.first(5));
    }

    @Test
    void theNumericalRankCountsWhatExceedsAShareOfTheLargest() {
        TruncatedSvd svd = new TruncatedSvd(new double[4], new double[] {8, 4, 1, 0}, new double[4]);
        assertEquals(1, svd.numericalRank(.5));
        assertEquals(2, svd.numericalRank(.49));
        assertEquals(2, svd.numericalRank(.125));
        assertEquals(3, svd.numericalRank(.12));
        assertEquals(3, svd.numericalRank(0), "a zero never counts");
        assertEquals(3, svd.numericalRank(-1), "a zero never counts");
        assertEquals(0, new TruncatedSvd(new double[2], new double[2], new double[2]).numericalRank(0));
    }

    @Test
    void equalIsWhatHasTheSameNumbers() {
        TruncatedSvd svd = new TruncatedSvd(new double[] {1}, new double[] {2}, new double[] {3});
        TruncatedSvd same = new TruncatedSvd(new double[] {1}, new double[] {2}, new double[] {3});
        assertEquals(svd, same);
        assertEquals(svd.hashCode(), same.hashCode());
        assertEquals("singular values [2.0]", svd.toString());
        assertNotEquals(svd, new TruncatedSvd(new double[] {0}, new double[] {2}, new double[] {3}));
        assertNotEquals(svd, new TruncatedSvd(new double[] {1}, new double[] {0}, new double[] {3}));
        assertNotEquals(svd, new TruncatedSvd(new double[] {1}, new double[] {2}, new double[] {0}));
        assertNotEquals(svd.hashCode(), new TruncatedSvd(new double[] {1}, new double[] {0}, new double[] {3}).hashCode());
    }

    @Test
    void aSmallMatrixAndARankNearTheWholeAreDecomposedExactly() {
        RandomGenerator never = () -> {
            throw new AssertionError("nothing is drawn");
        };
        assertEquals(3, TruncatedSvd.of(sparse(TruncatedSvd.DENSE, TruncatedSvd.DENSE + 1, 3000), 3, never).rank());
    }

    @Test
    void whatWasSeenGoesOnBehindTheRank() {
        SparseMatrix a = sparse(120, 90, 2000);
        double[] all = TruncatedSvd.exact(a.toDense(), 120, 90, 90).s();
        TruncatedSvd few = TruncatedSvd.of(a, 8, new SplittableRandom(1));
        assertArrayEquals(all, few.seen(), 1e-12);
        assertArrayEquals(few.s(), Arrays.copyOf(few.seen(), 8));
        for (TruncatedSvd large : List.of(TruncatedSvd.randomized(a, 8, new SplittableRandom(5)),
                TruncatedSvd.approximate(a, 8, 4, new SplittableRandom(5)))) {
            assertArrayEquals(large.s(), Arrays.copyOf(large.seen(), 8));
            assertTrue(large.seen().length > 8, "more than were asked for");
            for (int i = 0; i < large.seen().length; i++) {
                assertTrue(large.seen()[i] <= all[i] + 1e-9, "number " + i + " is " + large.seen()[i] + ", at most " + all[i]);
            }
        }
        assertArrayEquals(all, few.first(3).seen(), 1e-12);
    }
}
