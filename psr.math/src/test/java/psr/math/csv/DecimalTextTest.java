package psr.math.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class DecimalTextTest {

    @Test
    void readsNumbersAsJavaDoes() {
        SplittableRandom random = new SplittableRandom(1);
        for (int k = 0; k < 200_000; k++) {
            double value = random.nextGaussian() * Math.pow(10, random.nextInt(-8, 9));
            for (String text : List.of(Double.toString(value), String.format(Locale.ROOT, "%.3f", value),
                    String.format(Locale.ROOT, "%.9f", value), Long.toString((long) (1e6 * value)))) {
                assertEquals(Double.parseDouble(text), DecimalText.parse(text), text);
            }
        }
        for (String text : List.of("0", "-0", "007", "+1.5", ".5", "5.", "1e3", "-2E-3", "123456789012345", "1234567890123456",
                "0.000000000000000000000001", "9007199254740993", "000000000000000000001.5")) {
            assertEquals(Double.parseDouble(text), DecimalText.parse(" " + text + "\t"), text);
        }
    }

    @Test
    void missingAndInfiniteValuesAreWords() {
        for (String text : List.of("", "  ", "NA", "n/a", "NaN", "nan", "null", "None", "?")) {
            assertEquals(Double.NaN, DecimalText.parse(text), text);
        }
        assertEquals(Double.NEGATIVE_INFINITY, DecimalText.parse("-inf"));
        assertEquals(Double.POSITIVE_INFINITY, DecimalText.parse("1e400"));
    }

    @Test
    void otherTextIsNoNumber() {
        for (String text : List.of("-", ".", "+", "1d", "2f", "0x10", "1,5", "1 2", "1e", "--1", "1.2.3", "-NaN", "é", "12%")) {
            assertThrows(NumberFormatException.class, () -> DecimalText.parse(text), text);
        }
    }

    @Test
    void timesAreSecondsSinceTheFirst() {
        Times times = new Times();
        assertEquals(Optional.of(0.0), times.parse("2026-02-28T23:59:59.5"));
        assertEquals(Optional.of(.5), times.parse("2026-03-01"));
        assertEquals(Optional.of(3600.5), times.parse("2026-03-01 02:00+01:00"));
        assertEquals(Optional.of(60.5), times.parse("2026-03-01T00:01Z"));
        assertEquals(Optional.empty(), times.parse("5"));
        assertEquals(Optional.empty(), times.parse("2026-13-01"));
        assertEquals(Optional.of(-3.25), new Times().parse("-3.25"));
        assertEquals(Optional.empty(), new Times().parse(""));
        assertEquals(Optional.empty(), new Times().parse("soon"));
    }

    @Test
    void unitsAreInBracketsAtTheEnd() {
        assertEquals(new Heading("temp", "°C"), Heading.of(" temp [°C]"));
        assertEquals(new Heading("temp", "°C"), Heading.of("temp (°C)"));
        assertEquals(new Heading("temp", "K"), Heading.of("temp[K]"));
        assertEquals(new Heading("sin(x)", ""), Heading.of("sin(x)"));
        assertEquals(new Heading("[a]", ""), Heading.of("[a]"));
        assertEquals("temp [K]", Heading.of("temp (K)").toString());
    }
}
