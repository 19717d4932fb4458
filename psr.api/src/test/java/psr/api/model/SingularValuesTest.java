package psr.api.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SingularValuesTest {

    @Test
    void nobodyChangesThemAfterwards() {
        double[] seen = {3, 2, 0};
        SingularValues values = SingularValues.of(seen, 2);
        seen[0] = 9;
        values.values()[1] = 9;
        assertArrayEquals(new double[] {3, 2, 0}, values.values());
        assertEquals(2, values.rank());
        assertEquals(SingularValues.of(new double[] {3, 2, 0}, 2), values);
        assertEquals(SingularValues.of(new double[] {3, 2, 0}, 2).hashCode(), values.hashCode());
        assertNotEquals(SingularValues.of(new double[] {3, 2, 0}, 1), values);
        assertNotEquals(SingularValues.of(new double[] {3, 1, 0}, 2), values);
    }

    @Test
    void refusesWhatIsNoneAndSaysWhy() {
        assertEquals("singular values must be finite, at least 0 and the largest first; number 2 is 4.0 after 3.0",
                refused(1, 3, 4));
        assertEquals("singular values must be finite, at least 0 and the largest first; number 1 is NaN", refused(1, Double.NaN));
        assertEquals("singular values must be finite, at least 0 and the largest first; number 1 is Infinity",
                refused(1, Double.POSITIVE_INFINITY));
        assertEquals("singular values must be finite, at least 0 and the largest first; number 2 is -1.0 after 3.0",
                refused(1, 3, -1));
        assertEquals("the rank must be 1..2, the number of singular values; rank=3", refused(3, 2, 1));
        assertEquals("the rank must be 1..2, the number of singular values; rank=0", refused(0, 2, 1));
    }

    private static String refused(int rank, double... seen) {
        return assertThrows(IllegalArgumentException.class, () -> SingularValues.of(seen, rank)).getMessage();
    }
}
