package psr.eval.report.drawing;

import psr.eval.report.drawing.Canvas.Anchor;
import psr.eval.report.drawing.Canvas.Lettering;
import psr.eval.report.drawing.Canvas.Stroke;

/**
 * The rectangle of a plot and its two scales.
 *
 * @param left in points
 * @param top in points
 * @param width in points
 * @param height in points
 * @param x the range from left to right
 * @param y the range from bottom to top
 */
record PlotFrame(double left, double top, double width, double height, AxisRange x, AxisRange y) {

    private static final int MOST_TICKS = 7;
    /** The width of a tick label with decimals, and without, below the plot. */
    private static final double TICK_ROOM = 55;
    private static final double COUNT_ROOM = 30;
    private static final Stroke EDGE = new Stroke(Paint.INK, 1);
    private static final Stroke GRID = new Stroke(Paint.GRID, 1);
    private static final Stroke ZERO = new Stroke(Paint.NOTE, 1);
    /** Lines that leave the plot are drawn up to this many heights beyond it, because viewers have limits. */
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

    /** The width of the numbers on the left and of their title. */
    static double margin(AxisRange y) {
        AxisTicks ticks = AxisTicks.within(y, MOST_TICKS, 0);
        return 28 + ticks.values().stream().mapToDouble(value -> TextWidth.width(ticks.label(value), Drawing.SMALL))
                .max().orElse(0);
    }

    /** Draws lines across the plot, and the numbers on the left with their title. */
    void horizontals(Canvas canvas, String title) {
        AxisTicks ticks = AxisTicks.within(y, MOST_TICKS, 0);
        for (double value : ticks.values()) {
            double at = py(value);
            canvas.line(left, at, right(), at, GRID);
            canvas.text(ticks.label(value), left - 6, at + 4, Lettering.of(Drawing.SMALL).at(Anchor.END));
        }
        String fitted = TextWidth.fit(title, Drawing.SMALL, height + 20);
        canvas.text(fitted, 14, top + height / 2, Lettering.of(Drawing.SMALL).at(Anchor.MIDDLE).turned());
    }

    /** Draws the numbers below the plot with their title, and vertical lines if requested. */
    void verticals(Canvas canvas, double least, boolean grid, String title) {
        AxisTicks ticks = AxisTicks.within(x, Math.max(2, (int) (width / (least < 1 ? TICK_ROOM : COUNT_ROOM))), least);
        for (double value : ticks.values()) {
            double at = px(value);
            canvas.line(at, grid ? top : bottom(), at, bottom() + (grid ? 0 : 4), grid ? GRID : EDGE);
            canvas.text(ticks.label(value), at, bottom() + 17, Lettering.of(Drawing.SMALL).at(Anchor.MIDDLE));
        }
        canvas.text(title, left + width / 2, bottom() + 33, Lettering.of(Drawing.SMALL).at(Anchor.MIDDLE));
    }

    /** The left and the lower edge. */
    void edges(Canvas canvas) {
        canvas.line(left, top, left, bottom(), EDGE);
        canvas.line(left, bottom(), right(), bottom(), EDGE);
    }

    /** A horizontal line at difference zero. */
    void zeroAcross(Canvas canvas) {
        canvas.line(left, py(0), right(), py(0), ZERO);
    }

    /** A vertical line at difference zero. */
    void zeroUp(Canvas canvas) {
        canvas.line(px(0), top, px(0), bottom(), ZERO);
    }

    /** Clips to the rectangle. */
    void clipped(Canvas canvas, Runnable inside) {
        canvas.clipped(left, top, width, height, inside);
    }
}
