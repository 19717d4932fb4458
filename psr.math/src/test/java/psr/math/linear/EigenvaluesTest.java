package psr.math.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EigenvaluesTest {

    private static final double SOLVED = 1e-8;

    @Test
    void findsRealAndComplexOnesTheLargestFirst() {
        // A quarter turn scaled by a half, the number −3, and a 2 from a triangular block.
        Eigenvalues values = Eigenvalues.of(new double[] {0, -.5, 0, 0, .5, 0, 0, 0, 0, 0, 2, 7, 0, 0, 0, -3}, 4);
        assertArrayEquals(new double[] {3, 2, .5, .5}, values.moduli(), SOLVED);
        assertEquals(2, values.complex());
    }

    @Test
    void aMatrixOfOneNumberHasThatOne() {
        assertArrayEquals(new double[] {4}, Eigenvalues.of(new double[] {-4}, 1).moduli(), SOLVED);
    }

    @Test
    void sortsByModulusAndTakesRoundingForReal() {
        Eigenvalues values = Eigenvalues.of(new double[] {.5, 0, 0, 0, -9, 0, 0, 0, 2}, 3);
        assertArrayEquals(new double[] {9, 2, .5}, values.moduli(), SOLVED);
        assertEquals(0, values.complex());
        // A rotation by 1e-13 beside the number 5 is a rounding error, by 1e-9 it is not.
        for (double part : new double[] {1e-13, 1e-9}) {
            double[] turn = {1, -5 * part, 0, 5 * part, 1, 0, 0, 0, 5};
            assertEquals(part < 1e-12 ? 0 : 2, Eigenvalues.of(turn, 3).complex());
        }
    }

    @Test
    void theEmptyMatrixHasNone() {
        assertEquals(0, Eigenvalues.of(new double[0], 0).moduli().length);
    }
}
