package psr.eval.report.drawing;

import java.util.Arrays;

import psr.eval.report.drawing.Canvas.Fill;
import psr.eval.report.drawing.Canvas.Stroke;

/**
 * The style of a line. Color, dashes and marker differ from line to line. The numbers of colors, dashes and markers have
 * no common divisor, so the same dashes and marker, which suffice without color, occur again only after 40 lines, and all
 * three after 440.
 */
public final class LineStyle {

    /** The number of lines that are distinguishable without color. */
    public static final int DISTINCT = 40;

    /** The shapes, as points around the origin, about 7 wide; null for a circle. */
    private static final double[][] MARKERS = {
            null,
            {-2.8, -2.8, 2.8, -2.8, 2.8, 2.8, -2.8, 2.8},
            {0, -3.8, 3.6, 2.6, -3.6, 2.6},
            {0, -4.1, 4.1, 0, 0, 4.1, -4.1, 0},
            {0, 3.8, 3.6, -2.6, -3.6, -2.6},
            {-1.4, -4.1, 1.4, -4.1, 1.4, -1.4, 4.1, -1.4, 4.1, 1.4, 1.4, 1.4, 1.4, 4.1, -1.4, 4.1, -1.4, 1.4, -4.1, 1.4,
                    -4.1, -1.4, -1.4, -1.4},
            {-3.9, -1.9, -1.9, -3.9, 0, -2, 1.9, -3.9, 3.9, -1.9, 2, 0, 3.9, 1.9, 1.9, 3.9, 0, 2, -1.9, 3.9, -3.9, 1.9,
                    -2, 0},
            {0, -5, 1.5, -1.6, 4.8, -1.5, 2.2, 0.8, 3, 4.1, 0, 2.3, -3, 4.1, -2.2, 0.8, -4.8, -1.5, -1.5, -1.6}};
    private static final double CIRCLE = 3.2;
    private static final double[][] DASHES = {{}, {7, 3}, {2, 2.5}, {9, 3, 2, 3}, {5, 2, 2, 2, 2, 2}};

    private static final LineStyle ORACLE = new LineStyle(new Stroke(Paint.TRUTH, 1.8, 1, 3), -1);

    private final Stroke stroke;
    /** The index of the shape; −1 for none. */
    private final int marker;

    private LineStyle(Stroke stroke, int marker) {
        this.stroke = stroke;
        this.marker = marker;
    }

    /** The style of the line with this number, from 0. */
    public static LineStyle of(int index) {
        return new LineStyle(new Stroke(Paint.line(index), 1.7, DASHES[index % DASHES.length]), index % MARKERS.length);
    }

    /** The style of the true model. */
    public static LineStyle oracle() {
        return ORACLE;
    }

    Stroke stroke() {
        return stroke;
    }

    Paint paint() {
        return stroke.paint();
    }

    /** The part of the style that does not depend on color. */
    String withoutColor() {
        return marker + Arrays.toString(stroke.dashes());
    }

    /** Draws the marker; nothing if it has none. */
    void mark(Canvas canvas, double x, double y) {
        Fill fill = new Fill(paint(), 1, true);
        if (marker == 0) {
            canvas.circle(x, y, CIRCLE, fill);
        } else if (marker > 0) {
            double[] points = MARKERS[marker].clone();
            for (int i = 0; i < points.length; i += 2) {
                points[i] += x;
                points[i + 1] += y;
            }
            canvas.polygon(points, fill);
        }
    }

    /** Draws the marker, or a dot for a line that has none. */
    void dot(Canvas canvas, double x, double y) {
        if (marker < 0) {
            canvas.circle(x, y, CIRCLE, new Fill(paint(), 1, true));
        } else {
            mark(canvas, x, y);
        }
    }

    /** A short piece of the line with its marker in the middle. */
    void sample(Canvas canvas, double x, double y, double length) {
        canvas.line(x, y, x + length, y, stroke);
        mark(canvas, x + length / 2, y);
    }
}
