package psr.eval.report.drawing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import psr.eval.report.drawing.Canvas.Anchor;
import psr.eval.report.drawing.Canvas.Fill;
import psr.eval.report.drawing.Canvas.Lettering;
import psr.eval.report.drawing.Canvas.Stroke;
import psr.eval.report.drawing.ChartLine.Dot;

class PdfCanvasTest {

    private static final FigureText TEXT = new FigureText("Title", "lower is better", "nats", "what it shows");

    private static String pdf(Consumer<Canvas> drawn) {
        Drawing drawing = new Drawing(TEXT, 100, 50) {
            @Override
            void draw(Canvas canvas) {
                drawn.accept(canvas);
            }
        };
        return new String(PdfCanvas.pdf(drawing), StandardCharsets.US_ASCII);
    }

    private static Drawing chart() {
        List<ChartLine> lines = List.of(
                new ChartLine("one", LineStyle.of(0), List.of(new Dot(0, 1, .1), new Dot(5, 2, .1)), true, true),
                new ChartLine("zwei ü", LineStyle.of(1), List.of(new Dot(0, 1.5, .2)), false, false),
                new ChartLine("oracle", LineStyle.oracle(), List.of(new Dot(0, .5, 0)), false, false),
                new ChartLine("away", LineStyle.of(3), List.of(new Dot(0, 900, 0), new Dot(5, 1e6, 1)), false, false));
        return new CurveChart(TEXT, lines, true, Layout.WIDE, CurveChart.labels(lines, true, Layout.WIDE));
    }

    @Test
    void saysWhereEveryObjectBegins() {
        String file = new String(PdfCanvas.pdf(chart()), StandardCharsets.US_ASCII);
        assertTrue(file.startsWith("%PDF-1.4\n") && file.endsWith("%%EOF\n"));
        Matcher start = Pattern.compile("startxref\n(\\d+)\n").matcher(file);
        assertTrue(start.find());
        assertTrue(file.startsWith("xref\n", Integer.parseInt(start.group(1))));
        Matcher places = Pattern.compile("(\\d{10}) 00000 n \n").matcher(file);
        int object = 0;
        while (places.find()) {
            assertTrue(file.startsWith(++object + " 0 obj\n", Integer.parseInt(places.group(1))), "object " + object);
        }
        assertEquals(8, object);
        Matcher stream = Pattern.compile("/Length (\\d+) >>\nstream\n").matcher(file);
        assertTrue(stream.find());
        assertTrue(file.startsWith("endstream", stream.end() + Integer.parseInt(stream.group(1))));
    }

    @Test
    void balancesWhatItSavesAndEveryText() {
        String file = new String(PdfCanvas.pdf(chart()), StandardCharsets.US_ASCII);
        String page = file.substring(file.indexOf("stream\n"), file.indexOf("endstream"));
        assertEquals(count("(^|\\s)q\\s", page), count("\\sQ\\s", page));
        assertEquals(count("\\sBT\\s", page), count("\\sET\\s", page));
        assertTrue(count("\\sTj\\s", page) > 12);
    }

    private static int count(String pattern, String text) {
        return (int) Pattern.compile(pattern).matcher(text).results().count();
    }

    @Test
    void drawsLinesShapesAndClips() {
        String file = pdf(canvas -> {
            canvas.line(1, 2, 3, 4.5, new Stroke(Paint.BLUE, 1.5, 7, 3));
            canvas.clipped(5, 6, 20, 30, () -> canvas.polygon(new double[] {1, 1, 2, 1, 2, 2},
                    new Fill(Paint.GROUND, 0.25, false)));
        });
        assertTrue(file.contains("1 0 0 -1 0 50 cm"), "y downwards");
        assertTrue(file.contains("0 0.45 0.7 RG\n1.5 w [7 3 ] 0 d\n1 2 m\n3 4.5 l\nS\n"), file);
        assertTrue(file.contains("q 5 6 20 30 re W n\nq 1 1 1 rg\n/G0 gs\n1 1 m\n2 1 l\n2 2 l\nf Q\nQ\n"), file);
        assertTrue(file.contains("/G0 << /ca 0.25 >>"), file);
    }

    @Test
    void endsTextAtItsPlace() {
        String file = pdf(canvas -> canvas.text("AB", 60, 20, Lettering.of(10).at(Anchor.END)));
        // A and B are 0.667 of the size wide each.
        assertTrue(file.contains("1 0 0 -1 46.66 20 Tm\n/F1 10 Tf <4142> Tj\n"), file);
        file = pdf(canvas -> canvas.text("AB", 60, 20, Lettering.of(10).at(Anchor.MIDDLE).turned()));
        assertTrue(file.contains("0 -1 -1 0 60 26.67 Tm\n"), file);
    }

    @Test
    void writesSignsThatLatinLacks() {
        String file = pdf(canvas -> canvas.text("−é ↑漢", 0, 0, Lettering.of(10)));
        assertTrue(file.contains("<81e920> Tj\n/F3 10 Tf <ad> Tj\n/F1 10 Tf <3f> Tj"), file);
        assertTrue(file.contains("/Differences [129 /minus]"), "what 81 is");
    }

    @Test
    void givesTheSameBytesForTheSameFigure() {
        assertArrayEquals(PdfCanvas.pdf(chart()), PdfCanvas.pdf(chart()));
    }
}
