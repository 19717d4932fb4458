package psr.eval.report;

import java.util.List;

/**
 * The rectangle of a plot and its two scales.
 *
 * @param left in pixels
 * @param top in pixels
 * @param width in pixels
 * @param height in pixels
 * @param x what it shows from left to right
 * @param y what it shows from bottom to top
 */
record Frame(double left, double top, double width, double height, Span x, Span y) {

    static final double TICK_SIZE = 11.5;
    /** What a number with decimals, and one without, takes below the plot. */
    private static final double TICK_ROOM = 55;
    private static final double COUNT_ROOM = 30;
    private static final String INK = "#222";
    private static final String GRID = "#e3e3e3";
    /** Lines that leave the plot go on so many heights beyond it, not to infinity: viewers have limits. */
    private static final double BEYOND = 20;

    double px(double value) {
        return left + (value - x.low()) / x.size() * width;
    }

    double py(double value) {
        double share = (value - y.low()) / y.size();
        return top + height - Math.max(-BEYOND, Math.min(1 + BEYOND, share)) * height;
    }

    double right() {
        return left + width;
    }

    double bottom() {
        return top + height;
    }

    /** Lines across the plot and numbers at the left. */
    void horizontals(Markup svg) {
        Ticks ticks = Ticks.within(y, 7, 0);
        for (double value : ticks.values()) {
            double at = py(value);
            line(svg, left, at, right(), at, GRID);
            svg.leaf("text", ticks.label(value), "x", left - 6, "y", at + 4, "text-anchor", "end");
        }
    }

    /** Numbers below the plot, lines up through it if asked, and what they count. */
    void verticals(Markup svg, double least, boolean grid, String title) {
        Ticks ticks = Ticks.within(x, Math.max(2, (int) (width / (least < 1 ? TICK_ROOM : COUNT_ROOM))), least);
        List<Double> values = ticks.values();
        for (double value : values) {
            double at = px(value);
            line(svg, at, grid ? top : bottom(), at, bottom() + (grid ? 0 : 4), grid ? GRID : INK);
            svg.leaf("text", ticks.label(value), "x", at, "y", bottom() + 17, "text-anchor", "middle");
        }
        svg.leaf("text", title, "x", left + width / 2, "y", bottom() + 33, "text-anchor", "middle");
    }

    /** The left and the lower edge. */
    void axes(Markup svg) {
        line(svg, left, top, left, bottom(), INK);
        line(svg, left, bottom(), right(), bottom(), INK);
    }

    /** Keeps what refers to it within the rectangle. */
    void clip(Markup svg, String id) {
        svg.open("clipPath", "id", id).empty("rect", "x", left, "y", top, "width", width, "height", height).close();
    }

    static void line(Markup svg, double x1, double y1, double x2, double y2, String colour) {
        svg.empty("line", "x1", x1, "y1", y1, "x2", x2, "y2", y2, "stroke", colour, "stroke-width", "1");
    }
}
