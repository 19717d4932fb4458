package psr.eval.report.drawing;

import java.util.ArrayList;
import java.util.List;

import psr.eval.report.drawing.Canvas.Anchor;
import psr.eval.report.drawing.Canvas.Lettering;
import psr.eval.report.drawing.Canvas.Stroke;

/** Means with error bars against a number: a setting, or the time of training. A legend of the lines is below. */
public final class SettingChart extends Drawing {

    private static final double HEIGHT = 232;
    private static final double TOP = 30;
    private static final double BELOW = 44;
    private static final double ROW = 16;
    private static final double SAMPLE = 34;
    private static final double CAP = 3;
    private static final double TICK_GAP = 8;
    private static final Stroke GRID = new Stroke(Paint.GRID, 1);

    /**
     * A line.
     *
     * @param label for the legend
     * @param style of the line
     * @param points by increasing number
     * @param joined whether the points are joined
     */
    public record Line(String label, LineStyle style, List<Point> points, boolean joined) {

        /** Copies the points. */
        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * A mean.
     *
     * @param x the number
     * @param mean over trials
     * @param stderr 0 if unknown
     * @param mark written beside it; may be empty
     */
    public record Point(double x, double mean, double stderr, String mark) {

        /** Limits the values, because file formats have limits. */
        public Point {
            ChartLine.Dot dot = new ChartLine.Dot(0, mean, stderr);
            mean = dot.mean();
            stderr = dot.stderr();
        }
    }

    private final List<Line> lines;
    private final boolean logarithmic;
    private final double[] ticks;
    private final String axis;
    private final PlotFrame frame;

    /**
     * A figure.
     *
     * @param lines at least one, each with a point
     * @param ticks the labels of the axis; overlapping ones are omitted
     * @param axis what the numbers are
     */
    public SettingChart(FigureText text, List<Line> lines, boolean logarithmic, double[] ticks, String axis, Layout layout) {
        super(text, layout.width(), TOP + HEIGHT + BELOW + (lines.size() > 1 ? ROW * lines.size() + 6 : 0));
        this.lines = List.copyOf(lines);
        this.logarithmic = logarithmic;
        this.ticks = ticks.clone();
        this.axis = axis;
        List<AxisRange> xs = new ArrayList<>();
        List<AxisRange> ys = new ArrayList<>();
        for (Line line : lines) {
            for (Point point : line.points) {
                xs.add(new AxisRange(place(point.x), place(point.x)));
                ys.add(new AxisRange(point.mean - point.stderr, point.mean + point.stderr));
            }
        }
        AxisRange y = AxisRange.hull(ys).padded();
        double left = PlotFrame.margin(y);
        this.frame = new PlotFrame(left, TOP, layout.width() - left - 16, HEIGHT, AxisRange.hull(xs).padded(), y);
    }

    private double place(double x) {
        return logarithmic ? Math.log10(x) : x;
    }

    @Override
    void draw(Canvas canvas) {
        heading(canvas);
        frame.horizontals(canvas, text.axis());
        double free = Double.NEGATIVE_INFINITY;
        for (double tick : ticks) {
            double at = frame.px(place(tick));
            String label = NumberText.significant(tick, 2).replaceFirst("(\\.\\d*?)0+$", "$1").replaceFirst("\\.$", "");
            double half = TextWidth.width(label, SMALL) / 2;
            canvas.line(at, frame.top(), at, frame.bottom(), GRID);
            if (at - half > free) {
                canvas.text(label, at, frame.bottom() + 17, Lettering.of(SMALL).at(Anchor.MIDDLE));
                free = at + half + TICK_GAP;
            }
        }
        canvas.text(axis, frame.left() + frame.width() / 2, frame.bottom() + 33, Lettering.of(SMALL).at(Anchor.MIDDLE));
        frame.edges(canvas);
        for (Line line : lines) {
            if (line.joined) {
                double[] points = new double[2 * line.points.size()];
                for (int i = 0; i < line.points.size(); i++) {
                    points[2 * i] = frame.px(place(line.points.get(i).x));
                    points[2 * i + 1] = frame.py(line.points.get(i).mean);
                }
                canvas.polyline(points, line.style.stroke());
            }
            line.points.forEach(point -> draw(canvas, line, point));
        }
        if (lines.size() > 1) {
            legend(canvas);
        }
    }

    private void draw(Canvas canvas, Line line, Point point) {
        double x = frame.px(place(point.x));
        double high = frame.py(point.mean + point.stderr);
        double low = frame.py(point.mean - point.stderr);
        Stroke bar = new Stroke(line.style.paint(), 1.2);
        if (point.stderr > 0) {
            canvas.line(x, high, x, low, bar);
            canvas.line(x - CAP, high, x + CAP, high, bar);
            canvas.line(x - CAP, low, x + CAP, low, bar);
        }
        line.style.dot(canvas, x, frame.py(point.mean));
        if (!point.mark.isEmpty()) {
            canvas.text(point.mark, x + 6, frame.py(point.mean) - 5, Lettering.of(EndLabels.SIZE).heavy());
        }
    }

    private void legend(Canvas canvas) {
        for (int i = 0; i < lines.size(); i++) {
            double y = frame.bottom() + BELOW + i * ROW;
            Line line = lines.get(i);
            if (line.joined) {
                line.style.sample(canvas, frame.left(), y, SAMPLE);
            } else {
                line.style.dot(canvas, frame.left() + SAMPLE / 2, y);
            }
            canvas.text(TextWidth.fit(line.label, EndLabels.SIZE, width() - frame.left() - SAMPLE - 16),
                    frame.left() + SAMPLE + 8,
                    y + 4, Lettering.of(EndLabels.SIZE));
        }
    }
}
