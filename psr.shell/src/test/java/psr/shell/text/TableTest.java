package psr.launcher.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void numbersStandToTheRightAndWordsToTheLeft() {
        Table numbers = new Table(true, List.of("recipe", "pnll"));
        numbers.add("2sr", "1.5 ± 0.25");
        numbers.add("oracle", "12");
        assertEquals(List.of("recipe        pnll", "2sr     1.5 ± 0.25", "oracle          12"), numbers.lines());
        Table words = new Table(false, List.of("name", "what"));
        words.add("a", "b");
        assertEquals(List.of("name  what", "a     b"), words.lines());
        assertThrows(IllegalArgumentException.class, () -> words.add("alone"));
    }

    @Test
    void numbersAreReadable() {
        assertEquals("1.6643", Numbers.text(1.66429));
        assertEquals("-0.0247", Numbers.text(-.024652));
        assertEquals("0.0000", Numbers.text(0));
        assertEquals("1.00e-09", Numbers.text(1e-9));
        assertEquals("3.20e+30", Numbers.text(3.2e30));
        assertEquals("0:07", Progress.clock(7.2));
        assertEquals("12:30", Progress.clock(750));
        assertEquals("1:02:03", Progress.clock(3723));
    }
}
