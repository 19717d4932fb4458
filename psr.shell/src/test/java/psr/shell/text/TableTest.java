package psr.shell.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;

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
    void numbersAreReadableInEveryLocale() {
        Locale before = Locale.getDefault(Locale.Category.FORMAT);
        try {
            Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG"));
            assertEquals("1.6643", Numbers.text(1.66429));
            assertEquals("-0.0247", Numbers.text(-.024652));
            assertEquals("0.0000", Numbers.text(0));
            assertEquals("1.00e-09", Numbers.text(1e-9));
            assertEquals("3.20e+30", Numbers.text(3.2e30));
            assertEquals("\\u001b[31m", VisibleText.of("\u001b[31m"));
        } finally {
            Locale.setDefault(Locale.Category.FORMAT, before);
        }
    }

    @Test
    void escapesControlCharacters() {
        assertEquals("\\u001b]0;title\\u0007 a\tb\\n\\r\\u009b\\u202e",
                VisibleText.of("\u001b]0;title\u0007 a\tb\n\r\u009b\u202e"));
        assertEquals("grüße 😀", VisibleText.of("grüße 😀"));
        Table table = new Table(false, List.of("name", "what"));
        table.add("\u001b[2Ja", "b");
        assertEquals("\\u001b[2Ja  b", table.lines().get(1));
        String cut = VisibleText.of("x".repeat(100_000), 50);
        assertEquals("x".repeat(50) + "… (99950 characters more)", cut);
        assertTrue(VisibleText.of("\u001b".repeat(100), 60).length() < 100);
    }

    @Test
    void csvIsOneLineAndNoFormula() {
        assertEquals("a,\"b,\"\"c\"\"\",\"\"", CsvLine.of("a", "b,\"c\"", ""));
        assertEquals("a\\nb,-1.5", CsvLine.of("a\nb", -1.5));
        assertEquals("'=1+2,-,-1,+2.5e3", CsvLine.of("=1+2", "-", "-1", "+2.5e3"));
        assertEquals("'@a,\"'-1,2\",'+cmd", CsvLine.of("@a", "-1,2", "+cmd"));
    }
}
