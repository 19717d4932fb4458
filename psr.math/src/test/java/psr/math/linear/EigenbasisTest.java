package psr.math.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EigenbasisTest {

    @Test
    void aComplexPairBecomesARealBasisOfItsPlane() {
        // Eigenvalues 1 ± 2i and 3, in a skew basis.
        double[] a = {1, -2, 1, 2, 1, 0, 0, 0, 3};
        double[][] pair = Eigenbasis.pair(a, 3, 1, 2);
        double square = 0;
        for (int i = 0; i < 3; i++) {
            double re = 0;
            double im = 0;
            for (int j = 0; j < 3; j++) {
                re += a[i * 3 + j] * pair[0][j];
                im += a[i * 3 + j] * pair[1][j];
            }
            assertEquals(pair[0][i] - 2 * pair[1][i], re, 1e-8);
            assertEquals(2 * pair[0][i] + pair[1][i], im, 1e-8);
            square += pair[0][i] * pair[0][i] + pair[1][i] * pair[1][i];
        }
        assertEquals(1, square, 1e-8);
        Eigenbasis basis = Eigenbasis.of(a, 3);
        assertEquals(2, basis.complex());
        assertEquals(2 * Math.sqrt(2), basis.gap(), 1e-8);
    }
}
