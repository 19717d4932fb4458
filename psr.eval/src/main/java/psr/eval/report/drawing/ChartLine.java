package psr.eval.report.drawing;

import java.util.List;

/**
 * One recipe in a figure.
 *
 * @param label its name in figures
 * @param style the same in every figure
 * @param points in the order of iterations; may be empty
 * @param best whether it is the best line: its end is always within the plot
 * @param related whether it starts like the baseline: never omitted from the plot in favor of others
 */
public record ChartLine(String label, LineStyle style, List<Dot> points, boolean best, boolean related) {

    /** Values beyond are drawn at this bound, because file formats have limits. */
    private static final double BOUND = 1e150;

    /**
     * A mean.
     *
     * @param iteration the position
     * @param mean over trials, at most 1e150 in absolute value
     * @param stderr standard error of the mean; 0 if unknown
     */
    public record Dot(int iteration, double mean, double stderr) {

        /** Limits the values. */
        public Dot {
            mean = Math.max(-BOUND, Math.min(BOUND, mean));
            stderr = Double.isNaN(stderr) ? 0 : Math.min(BOUND, stderr);
        }

        AxisRange range() {
            return new AxisRange(mean - stderr, mean + stderr);
        }
    }

    /** Copies the points. */
    public ChartLine {
        points = List.copyOf(points);
    }

    /** Whether it does not iterate: drawn across the whole plot. */
    public boolean flat() {
        return points.size() == 1;
    }

    /** The line must have a point. */
    public Dot first() {
        return points.get(0);
    }

    /** The line must have a point. */
    public Dot last() {
        return points.get(points.size() - 1);
    }

    /** The range of the line and its band. */
    AxisRange range() {
        return AxisRange.hull(points.stream().map(Dot::range).toList());
    }

    double highest() {
        return points.stream().mapToDouble(Dot::mean).max().orElseThrow();
    }

    double lowest() {
        return points.stream().mapToDouble(Dot::mean).min().orElseThrow();
    }
}
