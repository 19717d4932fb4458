package psr.eval.report.drawing;

/**
 * The drawing operations of figures. Coordinates are in points from the upper left corner, y downwards. Points of lines
 * and shapes are x, y, x, y …
 */
interface Canvas {

    /** Which point of a line of text is at the given position. */
    enum Anchor {
        START, MIDDLE, END
    }

    /**
     * A drawn line.
     *
     * @param dashes lengths of strokes and gaps in turn; empty for an unbroken line
     */
    record Stroke(Paint paint, double width, double... dashes) {}

    /**
     * A filled shape.
     *
     * @param opacity 0 to 1
     * @param edged with a thin edge in the background color, so that it stands out from shapes below
     */
    record Fill(Paint paint, double opacity, boolean edged) {

        /** The width of the edge. */
        static final double EDGE = 0.6;
    }

    /**
     * The style of text.
     *
     * @param upwards whether it reads from bottom to top
     */
    record Lettering(double size, Paint paint, Anchor anchor, boolean bold, boolean upwards) {

        /** Ordinary text that begins at its position. */
        static Lettering of(double size) {
            return new Lettering(size, Paint.INK, Anchor.START, false, false);
        }

        Lettering at(Anchor other) {
            return new Lettering(size, paint, other, bold, upwards);
        }

        Lettering in(Paint other) {
            return new Lettering(size, other, anchor, bold, upwards);
        }

        Lettering heavy() {
            return new Lettering(size, paint, anchor, true, upwards);
        }

        Lettering turned() {
            return new Lettering(size, paint, anchor, bold, true);
        }
    }

    void polyline(double[] points, Stroke stroke);

    void polygon(double[] points, Fill fill);

    void circle(double x, double y, double radius, Fill fill);

    void text(String text, double x, double y, Lettering lettering);

    /** Draws with a clipping rectangle. Must not be nested. */
    void clipped(double x, double y, double width, double height, Runnable inside);

    default void line(double x1, double y1, double x2, double y2, Stroke stroke) {
        polyline(new double[] {x1, y1, x2, y2}, stroke);
    }
}
