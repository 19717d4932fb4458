package psr.math.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

class EigenbasisTest {

    private static final double SOLVED = 1e-8;

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
            assertEquals(pair[0][i] - 2 * pair[1][i], re, SOLVED);
            assertEquals(2 * pair[0][i] + pair[1][i], im, SOLVED);
            square += pair[0][i] * pair[0][i] + pair[1][i] * pair[1][i];
        }
        assertEquals(1, square, SOLVED);
        Eigenbasis basis = Eigenbasis.of(a, 3);
        assertEquals(2, basis.complex());
        assertEquals(2 * Math.sqrt(2), basis.gap(), SOLVED);
    }

    /** Eigenvalues 4, 0.5 ± 2i, −1 and −3, in a skew basis. */
    @Test
    void everyColumnIsAnEigenvectorOrHalfOfAPair() {
        double[] blocks = {4, 0, 0, 0, 0, 0, .5, -2, 0, 0, 0, 2, .5, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -3};
        double[] frame = new SplittableRandom(9).doubles(25, -1, 1).toArray();
        double[] a = Matrices.multiply(Matrices.multiply(frame, 5, 5, blocks, 5), 5, 5,
                Matrices.pseudoInverse(frame, 5, 5, 1e-12), 5);
        Eigenbasis basis = Eigenbasis.of(a, 5);
        assertEquals(2, basis.complex());
        assertEquals(2, basis.gap(), SOLVED);
        double[] c = basis.columns();
        double[] image = Matrices.multiply(a, 5, 5, c, 5);
        Set<Long> real = new TreeSet<>();
        for (int j = 0; j < 5; j++) {
            double value = 0;
            double length = 0;
            for (int i = 0; i < 5; i++) {
                value += c[i * 5 + j] * image[i * 5 + j];
                length += c[i * 5 + j] * c[i * 5 + j];
            }
            value /= length;
            if (Math.abs(value - Math.rint(value)) < SOLVED) {
                real.add(Math.round(value));
                for (int i = 0; i < 5; i++) {
                    assertEquals(value * c[i * 5 + j], image[i * 5 + j], SOLVED);
                }
                continue;
            }
            double square = 0;
            double largest = 0;
            double turned = 0;
            for (int i = 0; i < 5; i++) {
                double re = (c[i * 5 + j] + c[i * 5 + j + 1]) / 2;
                double im = (c[i * 5 + j] - c[i * 5 + j + 1]) / 2;
                assertEquals(.5 * re - 2 * im, (image[i * 5 + j] + image[i * 5 + j + 1]) / 2, SOLVED);
                assertEquals(2 * re + .5 * im, (image[i * 5 + j] - image[i * 5 + j + 1]) / 2, SOLVED);
                square += re * re + im * im;
                turned = Math.hypot(re, im) > largest ? im : turned;
                largest = Math.max(largest, Math.hypot(re, im));
            }
            assertEquals(1, square, SOLVED, "its length");
            assertEquals(0, turned, SOLVED, "its largest entry is real");
            j++;
        }
        assertEquals(Set.of(4L, -1L, -3L), real);
    }

    @Test
    void whatHasNoEigenvaluesHasNoBasis() {
        assertNull(Eigenbasis.of(new double[] {Double.NaN, 1, 1, 1}, 2));
    }
}
