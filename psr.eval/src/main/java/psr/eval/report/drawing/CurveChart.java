package psr.eval.report.drawing;

import java.util.Arrays;
import java.util.List;

import psr.eval.report.drawing.Canvas.Fill;
import psr.eval.report.drawing.Canvas.Stroke;
import psr.eval.report.drawing.ChartLine.Dot;

/**
 * Means against iterations, or against how far ahead a forecast is: a line for each recipe, with a band of one standard error on either side. Recipes that do not
 * iterate are points with error bars; the true model is a line across the plot. Lines that diverge leave the plot, marked by an arrow.
 */
public final class CurveChart extends Drawing {

    private static final double PLOT_HEIGHT = 232;
    private static final double TOP = 30;
    private static final double BELOW = 44;
    /** The distance from the edge of the plot to the points of recipes without iterations, and half the width of the ends of their bars. */
    private static final double BAR_INSET = 6;
    private static final double CAP = 3;
    /** The number of markers on a line; more would hide it. */
    private static final int MARKERS = 6;

    private final PlotFrame frame;
    private final List<ChartLine> lines;
    private final boolean differences;
    private final Layout layout;
    private final String axis;

    /**
     * A figure of curves.
     *
     * @param lines at least one; each has a point, and at least one has two
     * @param differences whether lines are compared with zero
     * @param labels the width reserved for labels to the right of the plot
     */
    public CurveChart(FigureText text, List<ChartLine> lines, boolean differences, Layout layout, double labels) {
        this(text, lines, differences, layout, labels, "iterations", 0);
    }

    /**
     * A figure of curves.
     *
     * @param axis the meaning of the positions of points
     * @param first the position at the left edge
     */
    public CurveChart(FigureText text, List<ChartLine> lines, boolean differences, Layout layout, double labels, String axis,
            int first) {
        super(text, layout.width(), TOP + height(lines) + BELOW);
        this.lines = List.copyOf(lines);
        this.differences = differences;
        this.layout = layout;
        double last = lines.stream().mapToInt(line -> line.last().iteration()).max().orElseThrow();
        AxisRange y = range(lines, differences);
        double left = PlotFrame.margin(y);
        this.frame = new PlotFrame(left, TOP, layout.width() - left - labels, height(lines), new AxisRange(first, last), y);
        this.axis = axis;
    }

    private static double height(List<ChartLine> lines) {
        return Math.max(PLOT_HEIGHT, Math.min(lines.size(), 24) * EndLabels.GAP);
    }

    /** The width of the labels; adjacent figures look better if they have the same width. */
    public static double labels(List<ChartLine> lines, boolean differences, Layout layout) {
        return EndLabels.width(lines, range(lines, differences), layout);
    }

    static AxisRange range(List<ChartLine> lines, boolean differences) {
        return differences ? AxisRange.ofDifferences(lines) : AxisRange.of(lines);
    }

    @Override
    void draw(Canvas canvas) {
        heading(canvas);
        frame.horizontals(canvas, text.axis());
        frame.verticals(canvas, 1, false, axis);
        if (differences) {
            frame.zeroAcross(canvas);
        }
        frame.edges(canvas);
        frame.clipped(canvas, () -> {
            lines.stream().filter(line -> !line.flat() || line.style() == LineStyle.oracle()).forEach(line -> band(canvas, line));
            lines.forEach(line -> {
                if (line.flat()) {
                    point(canvas, line);
                } else {
                    canvas.polyline(points(line), line.style().stroke());
                }
            });
        });
        for (int i = 0; i < lines.size(); i++) {
            markers(canvas, lines.get(i), i);
        }
        arrows(canvas);
        new EndLabels(frame, lines, layout).draw(canvas);
    }

    /** A recipe that does not iterate: a bar of one standard error on either side, at the end beside its label. */
    private void point(Canvas canvas, ChartLine line) {
        if (line.style() == LineStyle.oracle()) {
            canvas.line(frame.left(), frame.py(line.first().mean()), frame.right(), frame.py(line.first().mean()),
                    line.style().stroke());
            return;
        }
        double x = frame.right() - BAR_INSET;
        double high = frame.py(line.first().mean() + line.first().stderr());
        double low = frame.py(line.first().mean() - line.first().stderr());
        Stroke bar = new Stroke(line.style().paint(), 1.4);
        canvas.line(x, high, x, low, bar);
        canvas.line(x - CAP, high, x + CAP, high, bar);
        canvas.line(x - CAP, low, x + CAP, low, bar);
    }

    private double[] points(ChartLine line) {
        double[] points = new double[2 * line.points().size()];
        for (int i = 0; i < line.points().size(); i++) {
            points[2 * i] = frame.px(line.points().get(i).iteration());
            points[2 * i + 1] = frame.py(line.points().get(i).mean());
        }
        return Outline.thinned(points);
    }

    /** Along the upper edge and back along the lower one. */
    private void band(Canvas canvas, ChartLine line) {
        double[] upper = Outline.thinned(edge(line, 1));
        double[] lower = Outline.thinned(edge(line, -1));
        double[] points = Arrays.copyOf(upper, upper.length + lower.length);
        for (int i = 0; i < lower.length; i += 2) {
            points[points.length - 2 - i] = lower[i];
            points[points.length - 1 - i] = lower[i + 1];
        }
        canvas.polygon(points, new Fill(line.style().paint(), line.flat() ? 0.06 : 0.11, false));
    }

    /** The means plus a number of standard errors. */
    private double[] edge(ChartLine line, double errors) {
        List<Dot> dots = line.flat() ? List.of(line.first(), line.first()) : line.points();
        double[] points = new double[2 * dots.size()];
        for (int i = 0; i < dots.size(); i++) {
            Dot dot = dots.get(i);
            points[2 * i] = !line.flat() ? frame.px(dot.iteration()) : i == 0 ? frame.left() : frame.right();
            points[2 * i + 1] = frame.py(dot.mean() + errors * dot.stderr());
        }
        return points;
    }

    /** Some markers along the line, at other positions than the next line's, and one at its end. */
    private void markers(Canvas canvas, ChartLine line, int index) {
        List<Dot> points = line.points();
        int step = Math.max(1, (int) Math.ceil((points.size() - 1) / (double) MARKERS));
        for (int i = 0; i < points.size(); i++) {
            Dot dot = points.get(i);
            boolean shown = i == points.size() - 1 || i % step == index % step;
            if (shown && frame.y().contains(dot.mean())) {
                line.style().mark(canvas, line.flat() ? frame.right() - BAR_INSET : frame.px(dot.iteration()),
                        frame.py(dot.mean()));
            }
        }
    }

    private void arrows(Canvas canvas) {
        int away = 0;
        for (ChartLine line : lines) {
            boolean seen = line.points().stream().anyMatch(dot -> frame.y().contains(dot.mean()));
            if (!seen && !crosses(line)) {
                arrow(canvas, line, frame.right() - 8 - 13 * away++, line.last().mean() > frame.y().high());
            }
            for (int i = 1; i < line.points().size(); i++) {
                crossing(canvas, line, line.points().get(i - 1), line.points().get(i));
            }
        }
    }

    /** Whether it crosses the plot between two points that are both outside. */
    private boolean crosses(ChartLine line) {
        return line.highest() > frame.y().high() && line.lowest() < frame.y().low();
    }

    private void crossing(Canvas canvas, ChartLine line, Dot a, Dot b) {
        for (double edge : new double[] {frame.y().low(), frame.y().high()}) {
            if (a.mean() < edge != b.mean() < edge) {
                double share = (edge - a.mean()) / (b.mean() - a.mean());
                double x = frame.px(a.iteration()) + share * (frame.px(b.iteration()) - frame.px(a.iteration()));
                arrow(canvas, line, x, edge == frame.y().high());
            }
        }
    }

    /** Points out of the plot at its upper or lower edge. */
    private void arrow(Canvas canvas, ChartLine line, double x, boolean up) {
        double edge = up ? frame.top() : frame.bottom();
        canvas.polygon(new double[] {x - 4.5, edge, x + 4.5, edge, x, edge + (up ? -7 : 7)},
                new Fill(line.style().paint(), 1, true));
    }
}
