package psr.math.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class StandardizationTest {

    private static final double EXACT = 1e-12;

    @Test
    void scalesByTheValuesThatArePresent() {
        Rows rows = new Rows(3, new double[][] {{1, 7, Double.NaN, 3, 7, Double.NaN}, {Double.NaN, 7, Double.NaN}}, 1,
                new double[][] {{2, 2}, {8}});
        Standardization scale = Standardization.of(rows);
        assertArrayEquals(new double[] {2, 7, 0}, scale.mean(), EXACT);
        assertArrayEquals(new double[] {1, 1, 1}, scale.deviation(), EXACT);
        assertArrayEquals(new double[] {4}, scale.inputMean(), EXACT);
        assertArrayEquals(new double[] {Math.sqrt(8)}, scale.inputDeviation(), EXACT);
        assertArrayEquals(new double[] {-1, 0, Double.NaN, 1, 0, Double.NaN}, scale.apply(rows).observations(0), EXACT);
    }

    @Test
    void aConstantThatIsNotExactHasDeviationOne() {
        double[] y = new double[100];
        java.util.Arrays.fill(y, .1);
        assertEquals(1, Standardization.of(new Rows(1, y)).deviation()[0]);
    }

    @Test
    void hugeValuesDoNotOverflow() {
        Standardization scale = Standardization.of(new Rows(1, new double[] {1e200, -1e200}));
        assertEquals(1e200, scale.deviation()[0], 1e190);
    }

    @Test
    void fillsGapsWithStraightLinesAndEndsWithTheNearest() {
        double no = Double.NaN;
        Rows filled = Imputation.fill(new Rows(2, new double[][] {{no, no, 1, no, no, no, no, no, 4, no, no, no}}, 1,
                new double[][] {{1, no, 1, 1, 1, 1}}));
        assertArrayEquals(new double[] {1, 0, 1, 0, 2, 0, 3, 0, 4, 0, 4, 0}, filled.observations(0), EXACT);
        assertArrayEquals(new double[] {1, 0, 1, 1, 1, 1}, filled.inputs(0), EXACT);
    }

    @Test
    void holdsOutTheEndAndNothingTwice() {
        Rows one = new Rows(1, new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
        Rows.Parts parts = one.split(.3);
        assertArrayEquals(new double[] {1, 2, 3, 4, 5, 6, 7}, parts.rest().observations(0));
        assertArrayEquals(new double[] {8, 9, 10}, parts.heldOut().observations(0));
        Rows.Parts many = new Rows(1, new double[] {1}, new double[] {2}, new double[] {3}, new double[] {4}).split(.3);
        assertEquals(3, many.rest().count());
        assertEquals(4, many.heldOut().observations(0)[0]);
    }

    @Test
    void longDataAreLimitedToEvenlySpacedPieces() {
        double[] y = new double[1_000];
        java.util.Arrays.setAll(y, t -> t);
        Rows limited = new Rows(1, y).limited(200, 50);
        assertEquals(200, limited.total());
        assertEquals(4, limited.count());
        assertEquals(250, limited.observations(1)[0]);
        assertEquals(1_000, new Rows(1, y).limited(1_000, 50).longest());
    }

    @Test
    void raggedRowsAndInfinitiesAreRejectedInWords() {
        assertEquals("sequence 1 must have 2 values in each row; found 3 values", assertThrows(
                IllegalArgumentException.class, () -> new Rows(2, new double[4], new double[3])).getMessage());
        assertEquals("sequence 0 has 2 rows and needs 2 input values; found 1", assertThrows(IllegalArgumentException.class,
                () -> new Rows(1, new double[][] {{1, 2}}, 1, new double[][] {{1}})).getMessage());
        assertEquals("values must be finite or missing (NaN); sequence 0 has Infinity", assertThrows(
                IllegalArgumentException.class, () -> new Rows(1, new double[] {1 / 0.0})).getMessage());
    }
}
