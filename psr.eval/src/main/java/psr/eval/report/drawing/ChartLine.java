package psr.eval.report.drawing;

import java.util.List;

/**
 * One recipe in a figure.
 *
 * @param label its name in figures
 * @param style how it looks, in every figure
 * @param points in the order of iterations; may be empty
 * @param best whether it is the best of all: it ends within the plot, whatever the others do
 * @param related whether it starts like the baseline: not left out of the plot to give room to others
 */
public record ChartLine(String label, LineStyle style, List<Dot> points, boolean best, boolean related) {

    /** What lies beyond is drawn at the bound: figures have limits. */
    private static final double BOUND = 1e150;

    /**
     * A mean.
     *
     * @param iteration where
     * @param mean over trials, at most 1e150 either way
     * @param stderr of the mean; 0 if there is none
     */
    public record Dot(int iteration, double mean, double stderr) {

        /** Brings within bounds what is beyond. */
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

    /** Whether it does not iterate: drawn from side to side. */
    public boolean flat() {
        return points.size() == 1;
    }

    /** There must be one. */
    public Dot first() {
        return points.get(0);
    }

    /** There must be one. */
    public Dot last() {
        return points.get(points.size() - 1);
    }

    /** All that the line and its band cover. */
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
