package psr.eval.report.drawing;

import java.util.Arrays;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * Draws for web pages. Colors are attributes, which every viewer supports, and classes, which a style sheet maps to dark
 * colors if the reader prefers them.
 */
final class SvgCanvas implements Canvas {

    private static final String FONT = "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif";

    private final Markup svg = new Markup();
    private final String id;
    private int clips;

    private SvgCanvas(String id) {
        this.id = id;
    }

    /** @param alone whether to include a style sheet */
    static String svg(Drawing drawing, String id, boolean alone) {
        SvgCanvas canvas = new SvgCanvas(id);
        canvas.begin(drawing, alone);
        drawing.draw(canvas);
        return canvas.svg.close().toString();
    }

    private void begin(Drawing drawing, boolean alone) {
        double width = drawing.width();
        double height = drawing.height();
        svg.open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox",
                "0 0 " + NumberText.coordinate(width) + " " + NumberText.coordinate(height), "width", width, "height",
                height, "role", "img", "aria-labelledby", id + "-title " + id + "-desc", "font-family", FONT,
                "font-size", Drawing.SMALL, "fill", Paint.INK.light(), "class", "f-" + Paint.INK.key());
        svg.leaf("title", drawing.text.title(), "id", id + "-title");
        svg.leaf("desc", drawing.text.description(), "id", id + "-desc");
        if (alone) {
            svg.leaf("style", Paint.darkStyles());
        }
        svg.empty("rect", "width", width, "height", height, "fill", Paint.GROUND.light(), "class",
                "f-" + Paint.GROUND.key());
    }

    @Override
    public void polyline(double[] points, Stroke stroke) {
        svg.empty("polyline", "points", joined(points), "fill", "none", "stroke", stroke.paint().light(), "class",
                "s-" + stroke.paint().key(), "stroke-width", stroke.width(), "stroke-dasharray",
                stroke.dashes().length == 0 ? null : dashes(stroke.dashes()), "stroke-linejoin", "round");
    }

    private static String dashes(double[] lengths) {
        return Arrays.stream(lengths).mapToObj(NumberText::coordinate).collect(Collectors.joining(" "));
    }

    @Override
    public void polygon(double[] points, Fill fill) {
        svg.empty("polygon", with(fill, "points", joined(points)));
    }

    @Override
    public void circle(double x, double y, double radius, Fill fill) {
        svg.empty("circle", with(fill, "cx", x, "cy", y, "r", radius));
    }

    private static Object[] with(Fill fill, Object... shape) {
        String key = "f-" + fill.paint().key();
        Object[] look = {"fill", fill.paint().light(), "class", fill.edged() ? key + " s-" + Paint.GROUND.key() : key,
                "fill-opacity", fill.opacity() == 1 ? null : fill.opacity(), "stroke",
                fill.edged() ? Paint.GROUND.light() : null, "stroke-width", fill.edged() ? Fill.EDGE : null};
        Object[] all = Arrays.copyOf(shape, shape.length + look.length);
        System.arraycopy(look, 0, all, shape.length, look.length);
        return all;
    }

    @Override
    public void text(String text, double x, double y, Lettering lettering) {
        boolean ink = lettering.paint() == Paint.INK;
        // If no font with these widths is installed, the letters are condensed, so that nothing overlaps.
        boolean held = text.length() > 2 && TextWidth.known(text);
        String place = NumberText.coordinate(x) + " " + NumberText.coordinate(y);
        svg.leaf("text", text, "x", x, "y", y, "font-size",
                lettering.size() == Drawing.SMALL ? null : (Object) lettering.size(), "text-anchor",
                lettering.anchor() == Anchor.START ? null : lettering.anchor().name().toLowerCase(Locale.ROOT),
                "textLength", held ? (Object) TextWidth.width(text, lettering.size(), lettering.bold()) : null, "lengthAdjust",
                held ? "spacingAndGlyphs" : null, "font-weight", lettering.bold() ? "bold" : null, "fill",
                ink ? null : lettering.paint().light(), "class",
                ink ? null : "f-" + lettering.paint().key(), "transform",
                lettering.upwards() ? "rotate(-90 " + place + ")" : null);
    }

    @Override
    public void clipped(double x, double y, double width, double height, Runnable inside) {
        String clip = id + "-clip-" + ++clips;
        svg.open("clipPath", "id", clip).empty("rect", "x", x, "y", y, "width", width, "height", height).close();
        svg.open("g", "clip-path", "url(#" + clip + ")");
        inside.run();
        svg.close();
    }

    private static String joined(double[] points) {
        StringJoiner text = new StringJoiner(" ");
        for (int i = 0; i < points.length; i += 2) {
            text.add(NumberText.coordinate(points[i]) + "," + NumberText.coordinate(points[i + 1]));
        }
        return text.toString();
    }
}
