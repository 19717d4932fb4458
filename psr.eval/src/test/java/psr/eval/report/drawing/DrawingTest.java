package psr.eval.report.drawing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import psr.eval.report.drawing.ChartLine.Dot;

class DrawingTest {

    private static final double EXACT = 1e-12;

    private static List<String> ticks(double low, double high, int most, double least) {
        AxisTicks ticks = AxisTicks.within(new AxisRange(low, high), most, least);
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
            int count = AxisTicks.within(new AxisRange(3.21, 3.21 + size), 7, 0).count();
            assertTrue(count >= 2 && count <= 7, size + ": " + count);
        }
    }

    @Test
    void textHasTheRoomThatWasKeptForItWhateverTheFont() {
        FigureText text = new FigureText("Loss less 2SR", "lower is better", "é nats", "");
        String svg = new CurveChart(text, List.of(line(1, 2)), true, Layout.WIDE, 80).svg();
        String width = NumberText.coordinate(TextWidth.width("Loss less 2SR", 13.5, true));
        assertTrue(svg.contains("textLength=\"" + width + "\" lengthAdjust=\"spacingAndGlyphs\" font-weight=\"bold\""), svg);
        assertTrue(svg.matches("(?s).*<text (?![^>]*textLength)[^>]*>é nats</text>.*"),
                "of other letters widths are only guessed: " + svg);
    }

    /** A line that covers a range and ends at its upper end. */
    private static ChartLine line(double low, double high) {
        return line(low, high, false, false);
    }

    private static ChartLine line(double from, double to, boolean best, boolean related) {
        return new ChartLine("any", LineStyle.of(0), List.of(new Dot(0, from, 0), new Dot(1, to, 0)), best, related);
    }

    @Test
    void showsEverythingWhereNothingRunsAway() {
        AxisRange range = AxisRange.of(List.of(line(1, 2), line(2, 3), line(3, 4)));
        assertTrue(range.contains(1) && range.contains(4));
        assertTrue(range.size() < 4);
    }

    @Test
    void doesNotLetOneDivergingLinePressTheOthersFlat() {
        AxisRange range = AxisRange.of(List.of(line(1.60, 1.66), line(1.63, 1.65), line(1.59, 1.60), line(1.66, 16)));
        assertTrue(range.contains(1.59) && range.contains(1.66));
        assertTrue(range.size() < 0.1, range.toString());
    }

    @Test
    void leavesOutSeveralThatAreFarAwayTogether() {
        assertTrue(AxisRange.of(List.of(line(1.60, 1.66), line(1.63, 1.65), line(1.59, 1.60), line(1.6, 1.61),
                line(2.9, 3), line(3, 3), line(2, 1000))).size() < 0.1);
    }

    /** A figure of differences is for small effects of recipes that start like the baseline. */
    @Test
    void differencesOfRelatedLinesAreNotPressedFlatByAllTheOthers() {
        List<ChartLine> lines = new ArrayList<>(List.of(line(0, .006, false, true), line(0, -.004, false, true),
                line(0, -.005, false, true)));
        for (double far : new double[] {1.3, 1.4, .9, 1.5, .8, 1.2}) {
            lines.add(line(far, far));
        }
        AxisRange range = AxisRange.ofDifferences(lines);
        assertTrue(range.contains(.006) && range.contains(-.005) && range.size() < .02, range.toString());
        lines.add(line(-.05, -.05, true, true));
        assertTrue(AxisRange.ofDifferences(lines).size() < .02, "not by a related one that runs away, though it be the best");
        lines.add(line(.1, .008));
        assertTrue(AxisRange.ofDifferences(lines).contains(.008), "an end that is near");
        assertEquals(AxisRange.of(List.of(line(1, 2))).with(0), AxisRange.ofDifferences(List.of(line(1, 2))));
        assertTrue(AxisRange.ofDifferences(List.of(line(0, 0, false, true), line(1, 2))).contains(2));
    }

    @Test
    void takesInTheEndOfALineThatComesNear() {
        List<ChartLine> others = List.of(line(.36, .37), line(.365, .37), line(.361, .37));
        List<ChartLine> near = new ArrayList<>(others);
        near.add(line(.05, .358));
        assertTrue(AxisRange.of(near).contains(.358) && !AxisRange.of(near).contains(.05));
        List<ChartLine> far = new ArrayList<>(others);
        far.add(line(.05, .1));
        assertFalse(AxisRange.of(far).contains(.1));
    }

    @Test
    void neverPushesTheBestOffThePlot() {
        List<ChartLine> lines = new ArrayList<>(List.of(line(1.60, 1.66), line(1.63, 1.65), line(1.59, 1.60)));
        lines.add(line(1.66, 0.2, false, false));
        assertFalse(AxisRange.of(lines).contains(0.2), "left out if it is not the best");
        lines.set(3, line(90, 0.2, true, false));
        assertTrue(AxisRange.of(lines).contains(0.2) && AxisRange.of(lines).contains(1.66));
        assertFalse(AxisRange.of(lines).contains(90), "its end is enough");
    }

    @Test
    void keepsLinesThatStartLikeTheBaseline() {
        List<ChartLine> lines = List.of(line(0, 0.01), line(0, 0.02), line(0.01, 0.03), line(0.01, 0.02), line(0, 0.01),
                line(1.9, 2.1, false, true), line(1.9, 3.3, false, true), line(1.9, 1e6, false, true));
        AxisRange range = AxisRange.of(lines);
        assertTrue(range.contains(2.1) && range.contains(3.3), range.toString());
        assertFalse(range.contains(1e6), "one of them that runs away");
        assertTrue(AxisRange.of(lines.subList(0, 5)).size() < 0.1);
    }

    @Test
    void differencesAreShownWithTheZeroTheyAreMeasuredFrom() {
        assertTrue(CurveChart.range(List.of(line(5, 6)), true).contains(0));
        assertFalse(CurveChart.range(List.of(line(5, 6)), false).contains(0));
        assertEquals(AxisRange.of(List.of(line(-1, 6))), CurveChart.range(List.of(line(-1, 6)), true));
    }

    @Test
    void givesARangeOfSomeSizeToASingleValue() {
        for (double value : new double[] {0, 1, -3e5, 1e-7, 1e300, -1e300}) {
            AxisRange range = AxisRange.of(List.of(line(value, value)));
            assertTrue(range.size() > 0 && Double.isFinite(range.size()), range.toString());
            assertTrue(AxisTicks.within(range, 7, 0).count() >= 1, range.toString());
        }
    }

    @Test
    void aLineFromOneEndOfTheNumbersToTheOtherStillHasAnAxis() {
        AxisRange range = AxisRange.of(List.of(line(-1.7e308, 1.7e308)));
        assertTrue(AxisTicks.within(range, 7, 0).count() >= 2, range.toString());
    }

    @Test
    void movesLabelsApartAndNoFurtherThanNeeded() {
        assertArrayEquals(new double[] {10, 50, 90}, EndLabels.apart(new double[] {10, 50, 90}, 12, 0, 100), EXACT);
        assertArrayEquals(new double[] {44, 56, 90}, EndLabels.apart(new double[] {50, 50, 90}, 12, 0, 100), EXACT);
        assertArrayEquals(new double[] {0, 12, 24}, EndLabels.apart(new double[] {0, 0, 1}, 12, 0, 100), EXACT);
        assertArrayEquals(new double[] {76, 88, 100}, EndLabels.apart(new double[] {99, 100, 100}, 12, 0, 100), EXACT);
        assertArrayEquals(new double[0], EndLabels.apart(new double[0], 12, 0, 100), EXACT);
    }

    @Test
    void tellsLinesApartByMoreThanColor() {
        Set<String> withoutColor = new HashSet<>();
        for (int i = 0; i < LineStyle.DISTINCT; i++) {
            assertTrue(withoutColor.add(LineStyle.of(i).withoutColor()), "line " + i);
        }
        assertFalse(withoutColor.add(LineStyle.of(LineStyle.DISTINCT).withoutColor()));
    }

    @Test
    void knowsTheWidthsOfHelvetica() {
        assertEquals(0.278 + 0.222 + 0.833 + 0.944, TextWidth.width("IlmW", 1), EXACT);
        assertEquals(10 * (0.722 + 0.584), TextWidth.width("A−", 10, true), EXACT);
    }

    @Test
    void shortensLongLabelsInTheMiddle() {
        String fitted = TextWidth.fit("2sr:method=ridge,history=short+bptt:loss=l2", 11, 140);
        assertTrue(fitted.startsWith("2sr:method") && fitted.endsWith("loss=l2") && fitted.contains("…"), fitted);
        assertEquals("IG", TextWidth.fit("IG", 11, 140));
        assertEquals("…", TextWidth.fit("IG", 11, 1));
    }

    @Test
    void writesNumbersForReaders() {
        assertEquals("1.6604 ± 0.0031", NumberText.plusMinus(1.66041, 0.00312, NumberText.decimals(1.66041, 0.00312)));
        assertEquals("−0.12", NumberText.fixed(-0.1234, 2));
        assertEquals("0.00", NumberText.fixed(-0.001, 2));
        assertEquals("1.23e7", NumberText.fixed(12345678, 3));
        assertEquals("−1.00e100", NumberText.fixed(-1e100, 3));
        assertEquals("–", NumberText.fixed(Double.NaN, 3));
        assertEquals("1.235", NumberText.plusMinus(1.23456, Double.NaN, 3));
        assertEquals("+0.5", NumberText.signed(0.5, 1));
        assertEquals("12.30", NumberText.significant(12.3, 4));
    }

    @Test
    void escapesWhatMarkupCannotHold() {
        assertEquals("&lt;a href=&quot;&#39;&quot;&gt;&amp;\ufffd\ufffd",
                Markup.escaped("<a href=\"'\">&\u0000\ud800"));
        assertEquals("<p class=\"&quot;&gt;\">&lt;script&gt;</p>\n",
                new Markup().leaf("p", "<script>", "class", "\">", "id", null).toString());
    }
}
