package psr.api.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;

import org.junit.jupiter.api.Test;

class ShareTest {

    @Test
    void sharesOfOneCountHaveEveryTrialOnceAndAreOfAboutOneSize() {
        for (int total : List.of(1, 3, 16, 100, 101)) {
            for (int count = 1; count <= 20; count++) {
                BitSet all = new BitSet();
                for (int number = 1; number <= count; number++) {
                    BitSet share = Share.of(number, count).trials(total);
                    assertFalse(all.intersects(share), "twice");
                    assertTrue(share.cardinality() - total / count <= 1 && share.cardinality() >= total / count);
                    all.or(share);
                }
                assertEquals(total, all.cardinality());
                assertEquals(total, all.length());
            }
        }
    }

    @Test
    void isReadAsItIsWritten() {
        assertEquals(Share.of(3, 16), Share.parse("3/16"));
        assertEquals("3/16", Share.of(3, 16).toString());
        assertTrue(Share.parse("1/1").isAll());
        assertEquals(Share.all(), Share.parse("1/1"));
    }

    @Test
    void refusesWhatIsNoShare() {
        for (String text : List.of("", "3", "3/", "/3", "a/b", "-1/3", "3 / 4", "1/99999999999")) {
            assertTrue(assertThrows(IllegalArgumentException.class, () -> Share.parse(text)).getMessage()
                    .endsWith("for example 3/16; found '" + text + "'"));
        }
        assertEquals("a share must be 1/16 … 16/16; found 0/16",
                assertThrows(IllegalArgumentException.class, () -> Share.parse("0/16")).getMessage());
        assertEquals("a share must be 1/16 … 16/16; found 17/16",
                assertThrows(IllegalArgumentException.class, () -> Share.of(17, 16)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> Share.of(1, 0));
    }
}
