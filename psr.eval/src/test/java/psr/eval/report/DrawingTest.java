package psr.eval.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

class DrawingTest {

    private static final double EXACT = 1e-12;

    private static List<String> ticks(double low, double high, int most, double least) {
        Ticks ticks = Ticks.within(new Span(low, high), most, least);
        return ticks.values().stream().map(ticks::label).toList();
    }

    @Test
    void putsTicksAtOneTwoOrFive() {
        assertEquals(List.of("0", "2", "4", "6", "8", "10"), ticks(0, 10, 8, 1));
        assertEquals(List.of("1.60", "1.62", "1.64", "1.66"), ticks(1.587, 1.672, 7, 0));
        assertEquals(List.of("−5", "0", "5"), ticks(-6, 6, 4, 0));
        assertEquals(List.of("0", "1"), ticks(0, 1, 8, 1));
        assertEquals(List.of("0", "1.00e6"), ticks(0, 1.1e6, 2, 0));
    }

    @Test
    void hasAtLeastTwoTicksInAnyRange() {
        for (double size = 1e-6; size < 1e6; size *= 1.37) {
            int count = Ticks.within(new Span(3.21, 3.21 + size), 7, 0).count();
            assertTrue(count >= 2 && count <= 7, size + ": " + count);
        }
    }

    @Test
    void showsEverythingWhereNothingRunsAway() {
        Span range = Span.robust(List.of(new Span(1, 2), new Span(2, 3), new Span(3, 4)), List.of());
        assertTrue(range.contains(1) && range.contains(4));
        assertTrue(range.size() < 4);
    }

    @Test
    void doesNotLetOneDivergingLinePressTheOthersFlat() {
        List<Span> lines = List.of(new Span(1.60, 1.66), new Span(1.63, 1.65), new Span(1.59, 1.60),
                new Span(1.66, 16));
        Span range = Span.robust(lines, List.of());
        assertTrue(range.contains(1.59) && range.contains(1.66));
        assertTrue(range.size() < 0.1, range.toString());
    }

    @Test
    void leavesOutSeveralThatAreFarAwayTogether() {
        List<Span> lines = new ArrayList<>(List.of(new Span(1.60, 1.66), new Span(1.63, 1.65), new Span(1.59, 1.60),
                new Span(1.6, 1.61), new Span(2.9, 3), new Span(3, 3), new Span(2, 1000)));
        assertTrue(Span.robust(lines, List.of()).size() < 0.1);
    }

    @Test
    void takesInTheEndOfALineThatComesNear() {
        List<Span> lines = List.of(new Span(.36, .37), new Span(.365, .37), new Span(.05, .358), new Span(.361, .37));
        assertTrue(Span.robust(lines, List.of(.37, .37, .358, .37)).contains(.358));
        assertFalse(Span.robust(lines, List.of(.37, .37, .1, .37)).contains(.1));
    }

    @Test
    void givesARangeOfSomeSizeToASingleValue() {
        for (double value : new double[] {0, 1, -3e5, 1e-7}) {
            assertTrue(Span.robust(List.of(new Span(value, value)), List.of(value)).size() > 0);
        }
    }

    @Test
    void movesLabelsApartAndNoFurtherThanNeeded() {
        assertArrayEquals(new double[] {10, 50, 90}, Spread.apart(new double[] {10, 50, 90}, 12, 0, 100), EXACT);
        assertArrayEquals(new double[] {44, 56, 90}, Spread.apart(new double[] {50, 50, 90}, 12, 0, 100), EXACT);
        assertArrayEquals(new double[] {0, 12, 24}, Spread.apart(new double[] {0, 0, 1}, 12, 0, 100), EXACT);
        assertArrayEquals(new double[] {76, 88, 100}, Spread.apart(new double[] {99, 100, 100}, 12, 0, 100), EXACT);
        assertArrayEquals(new double[0], Spread.apart(new double[0], 12, 0, 100), EXACT);
    }

    @Test
    void tellsLinesApartByMoreThanColour() {
        Set<Style> all = new HashSet<>();
        Set<String> withoutColour = new HashSet<>();
        for (int i = 0; i < 40; i++) {
            Style style = Style.of(i);
            assertTrue(all.add(style));
            assertTrue(withoutColour.add(style.dashes() + " " + style.marker()), "line " + i);
        }
    }

    @Test
    void shortensLongLabelsInTheMiddle() {
        String fitted = Letters.fit("2sr:method=ridge,history=short+bptt:loss=l2", 11, 140);
        assertTrue(fitted.startsWith("2sr:method") && fitted.endsWith("loss=l2") && fitted.contains("…"), fitted);
        assertEquals("IG", Letters.fit("IG", 11, 140));
        assertEquals("…", Letters.fit("IG", 11, 1));
    }

    @Test
    void writesNumbersForReaders() {
        assertEquals("1.6604 ± 0.0031", Numbers.plusMinus(1.66041, 0.00312, Numbers.decimals(1.66041, 0.00312)));
        assertEquals("−0.12", Numbers.fixed(-0.1234, 2));
        assertEquals("0.00", Numbers.fixed(-0.001, 2));
        assertEquals("1.23e7", Numbers.fixed(12345678, 3));
        assertEquals("−1.00e100", Numbers.fixed(-1e100, 3));
        assertEquals("–", Numbers.fixed(Double.NaN, 3));
        assertEquals("1.235", Numbers.plusMinus(1.23456, Double.NaN, 3));
        assertEquals("+0.5", Numbers.signed(0.5, 1));
        assertEquals("12.30", Numbers.significant(12.3, 4));
    }

    @Test
    void escapesWhatMarkupCannotHold() {
        assertEquals("&lt;a href=&quot;&#39;&quot;&gt;&amp;\ufffd\ufffd",
                Markup.escaped("<a href=\"'\">&\u0000\ud800"));
        assertEquals("<p class=\"&quot;&gt;\">&lt;script&gt;</p>\n",
                new Markup().leaf("p", "<script>", "class", "\">", "id", null).toString());
    }
}
