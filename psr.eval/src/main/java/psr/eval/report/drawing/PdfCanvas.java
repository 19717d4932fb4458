package psr.eval.report.drawing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws for papers: one page of PDF 1.4, on white, of the figure's size. Every viewer has its fonts, Helvetica and
 * Symbol, so they are not embedded; a character that neither contains becomes a question mark. The same drawing gives the
 * same bytes.
 */
final class PdfCanvas implements Canvas {

    /** The position of the control points of a quarter circle, exact to 3 in 10,000. */
    private static final double ROUND = 0.5523;
    private static final Charset LATIN = Charset.forName("windows-1252");
    /** A code that is unused in Windows Latin; the fonts here assign it to the minus. */
    private static final int MINUS = 0x81;
    /** Codes of the font Symbol. */
    private static final Map<Integer, Integer> SYMBOLS = Map.of((int) '←', 0xac, (int) '↑', 0xad, (int) '→', 0xae,
            (int) '↓', 0xaf);

    private final StringBuilder page = new StringBuilder();
    private final Map<String, String> opacities = new LinkedHashMap<>();
    private final CharsetEncoder latin = LATIN.newEncoder();

    private PdfCanvas() {}

    static byte[] pdf(Drawing drawing) {
        PdfCanvas canvas = new PdfCanvas();
        // From here on y points downwards, as in all drawing code.
        canvas.page.append("1 0 0 -1 0 ").append(number(drawing.height())).append(" cm 1 j\n");
        drawing.draw(canvas);
        return canvas.file(drawing.width(), drawing.height(), drawing.text.title());
    }

    @Override
    public void polyline(double[] points, Stroke stroke) {
        color(stroke.paint(), "RG");
        page.append(number(stroke.width())).append(" w [");
        for (double length : stroke.dashes()) {
            page.append(number(length)).append(' ');
        }
        page.append("] 0 d\n");
        path(points);
        page.append("S\n");
    }

    @Override
    public void polygon(double[] points, Fill fill) {
        begin(fill);
        path(points);
        end(fill);
    }

    @Override
    public void circle(double x, double y, double radius, Fill fill) {
        begin(fill);
        double bend = ROUND * radius;
        at(x - radius, y).append("m\n");
        curve(x - radius, y - bend, x - bend, y - radius, x, y - radius);
        curve(x + bend, y - radius, x + radius, y - bend, x + radius, y);
        curve(x + radius, y + bend, x + bend, y + radius, x, y + radius);
        curve(x - bend, y + radius, x - radius, y + bend, x - radius, y);
        end(fill);
    }

    private void curve(double x1, double y1, double x2, double y2, double x3, double y3) {
        at(x1, y1);
        at(x2, y2);
        at(x3, y3).append("c\n");
    }

    private void begin(Fill fill) {
        page.append("q ");
        color(fill.paint(), "rg");
        if (fill.opacity() < 1) {
            String opacity = number(fill.opacity());
            page.append('/').append(opacities.computeIfAbsent(opacity, any -> "G" + opacities.size())).append(" gs\n");
        }
        if (fill.edged()) {
            color(Paint.GROUND, "RG");
            page.append(number(Fill.EDGE)).append(" w [] 0 d\n");
        }
    }

    private void end(Fill fill) {
        page.append(fill.edged() ? "b Q\n" : "f Q\n");
    }

    private void path(double[] points) {
        for (int i = 0; i < points.length; i += 2) {
            at(points[i], points[i + 1]).append(i == 0 ? "m\n" : "l\n");
        }
    }

    @Override
    public void text(String text, double x, double y, Lettering lettering) {
        double width = TextWidth.width(text, lettering.size(), lettering.bold());
        double back = switch (lettering.anchor()) {
            case START -> 0;
            case MIDDLE -> width / 2;
            case END -> width;
        };
        page.append("BT ");
        color(lettering.paint(), "rg");
        page.append(lettering.upwards() ? "0 -1 -1 0 " : "1 0 0 -1 ");
        at(lettering.upwards() ? x : x - back, lettering.upwards() ? y + back : y).append("Tm\n");
        StringBuilder run = new StringBuilder();
        boolean symbol = false;
        for (int c : text.codePoints().toArray()) {
            if (SYMBOLS.containsKey(c) != symbol) {
                show(run, symbol, lettering);
                symbol = !symbol;
            }
            run.append(String.format(Locale.ROOT, "%02x", symbol ? SYMBOLS.get(c) : code(c)));
        }
        show(run, symbol, lettering);
        page.append("ET\n");
    }

    private void show(StringBuilder run, boolean symbol, Lettering lettering) {
        if (run.length() > 0) {
            page.append(symbol ? "/F3 " : lettering.bold() ? "/F2 " : "/F1 ").append(number(lettering.size()))
                    .append(" Tf <").append(run).append("> Tj\n");
            run.setLength(0);
        }
    }

    private int code(int c) {
        String text = Character.toString(c);
        return c == '−' ? MINUS : c >= ' ' && c != 0x7f && latin.canEncode(text) ? text.getBytes(LATIN)[0] & 0xff : '?';
    }

    @Override
    public void clipped(double x, double y, double width, double height, Runnable inside) {
        page.append("q ");
        at(x, y);
        at(width, height).append("re W n\n");
        inside.run();
        page.append("Q\n");
    }

    private void color(Paint paint, String operator) {
        String hex = paint.light();
        for (int i = 1; i < 7; i += 2) {
            page.append(number(Integer.parseInt(hex.substring(i, i + 2), 16) / 255.0)).append(' ');
        }
        page.append(operator).append('\n');
    }

    private StringBuilder at(double x, double y) {
        return page.append(number(x)).append(' ').append(number(y)).append(' ');
    }

    private static String number(double value) {
        return NumberText.coordinate(value);
    }

    /** Numbered objects, the table of their offsets, and the offset of that table (ISO 32000, 7.5). */
    private byte[] file(double width, double height, String title) {
        StringBuilder states = new StringBuilder();
        opacities.forEach((opacity, name) -> states.append('/').append(name).append(" << /ca ").append(opacity)
                .append(" >> "));
        String encoding = " /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [" + MINUS
                + " /minus] >> >>";
        List<String> objects = new ArrayList<>();
        objects.add("<< /Type /Catalog /Pages 2 0 R >>");
        objects.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
        objects.add("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 " + number(width) + " " + number(height)
                + "] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R >> /ExtGState << " + states
                + ">> >> >>");
        objects.add("<< /Length " + page.length() + " >>\nstream\n" + page + "endstream");
        objects.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica" + encoding);
        objects.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold" + encoding);
        objects.add("<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>");
        objects.add("<< /Title <" + HexFormat.of().formatHex(("\ufeff" + title).getBytes(StandardCharsets.UTF_16BE)) + "> >>");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(out, "%PDF-1.4\n");
        StringBuilder places = new StringBuilder("0000000000 65535 f \n");
        for (int i = 0; i < objects.size(); i++) {
            places.append(String.format(Locale.ROOT, "%010d 00000 n \n", out.size()));
            write(out, (i + 1) + " 0 obj\n" + objects.get(i) + "\nendobj\n");
        }
        int table = out.size();
        write(out, "xref\n0 " + (objects.size() + 1) + "\n" + places + "trailer\n<< /Size " + (objects.size() + 1)
                + " /Root 1 0 R /Info " + objects.size() + " 0 R >>\nstartxref\n" + table + "\n%%EOF\n");
        return out.toByteArray();
    }

    /** Everything written is ASCII, because text is hexadecimal. */
    private static void write(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
