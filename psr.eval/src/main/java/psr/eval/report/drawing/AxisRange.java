package psr.eval.report.drawing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A part of an axis.
 *
 * @param low the smaller end
 * @param high the larger end
 */
record AxisRange(double low, double high) {

    private static final double PADDING = 0.06;
    /** A range so much smaller than its position on the axis is a rounding error. */
    private static final double POINT = 1e-9;
    /** The factor by which a range may grow to include the end of a line. */
    private static final double LARGEST_GROWTH = 1.6;

    /** The range of a line, and whether the axis must include it. */
    private record Extent(AxisRange range, boolean required) {}

    /** From the smallest to the largest end of all ranges, at least one. */
    static AxisRange hull(List<AxisRange> ranges) {
        return new AxisRange(ranges.stream().mapToDouble(AxisRange::low).min().orElseThrow(),
                ranges.stream().mapToDouble(AxisRange::high).max().orElseThrow());
    }

    /**
     * The range of an axis for some lines, chosen so that a diverging line does not flatten the others. As long as
     * omitting k lines makes the range more than k + 2 times smaller, they are omitted; at most half of all, and none
     * that is related to the baseline, unless it diverges from the other related ones. Then the ends of the omitted lines
     * are included again if they are near, as is the end of the best line even if it is not.
     *
     * @param lines at least one; each has a point
     */
    static AxisRange of(List<ChartLine> lines) {
        List<AxisRange> required = related(lines);
        List<AxisRange> shown = new ArrayList<>();
        for (Extent extent : retained(lines.stream().map(line -> new Extent(line.range(),
                line.related() && required.contains(line.range()))).toList())) {
            shown.add(extent.range());
        }
        lines.stream().filter(ChartLine::best).forEach(line -> shown.add(line.last().range()));
        return reaching(hull(shown), lines).padded();
    }

    /**
     * The range of an axis of differences: zero and the lines related to the baseline, whose small differences the figure
     * is for, unless one of them diverges from the others; of the other lines, the ends that are near. Without related
     * lines, the same as for any lines.
     *
     * @param lines at least one; each has a point
     */
    static AxisRange ofDifferences(List<ChartLine> lines) {
        List<AxisRange> related = related(lines);
        if (related.isEmpty()) {
            return of(lines).with(0);
        }
        AxisRange hull = hull(related);
        AxisRange whole = new AxisRange(Math.min(hull.low, 0), Math.max(hull.high, 0));
        return whole.size() > 0 ? reaching(whole, lines).padded() : of(lines).with(0);
    }

    /** The same range, extended to include a value. */
    AxisRange with(double value) {
        double pad = PADDING * size();
        return contains(value) ? this : new AxisRange(Math.min(low, value - pad), Math.max(high, value + pad));
    }

    /** The ranges of the lines related to the baseline, without those that diverge from the others. */
    private static List<AxisRange> related(List<ChartLine> lines) {
        return retained(lines.stream().filter(ChartLine::related).map(line -> new Extent(line.range(), false)).toList())
                .stream().map(Extent::range).toList();
    }

    private static List<Extent> retained(List<Extent> lines) {
        int least = Math.max(2, (lines.size() + 1) / 2);
        List<Extent> retained = lines;
        for (List<Extent> fewer = lines; fewer != null; fewer = without(retained, least)) {
            retained = fewer;
        }
        return retained;
    }

    private static AxisRange reaching(AxisRange range, List<ChartLine> lines) {
        AxisRange reached = range;
        for (ChartLine line : lines) {
            double end = line.last().mean();
            AxisRange further = new AxisRange(Math.min(reached.low, end), Math.max(reached.high, end));
            if (further.size() <= LARGEST_GROWTH * range.size()) {
                reached = further;
            }
        }
        return reached;
    }

    /** Omits the fewest lines for which that pays off; null if there are none. */
    private static List<Extent> without(List<Extent> lines, int least) {
        if (lines.isEmpty()) {
            return null;
        }
        double size = size(lines);
        for (int k = 1; lines.size() - k >= least; k++) {
            List<Extent> tight = tightest(lines, lines.size() - k);
            // Omitting all but lines that coincide would make any range infinitely smaller, so they must have some
            // extent.
            double shrunk = tight == null ? 0 : size(tight);
            if (shrunk > 0 && size > (k + 2) * shrunk) {
                return tight;
            }
        }
        return null;
    }

    /** The {@code count} lines with the smallest range, including the required ones; null if more are required. */
    private static List<Extent> tightest(List<Extent> lines, int count) {
        List<Extent> byHigh = lines.stream().sorted(Comparator.comparing((Extent line) -> !line.required)
                .thenComparingDouble(line -> line.range.high)).toList();
        if (lines.stream().filter(Extent::required).count() > count) {
            return null;
        }
        List<Extent> best = null;
        double least = Double.POSITIVE_INFINITY;
        for (Extent from : lines) {
            // The required ones come first, so that none of them is cut off.
            List<Extent> above = byHigh.stream().filter(line -> line.required || line.range.low >= from.range.low)
                    .limit(count).toList();
            if (above.size() == count && (best == null || size(above) < least)) {
                best = above;
                least = size(above);
            }
        }
        return best;
    }

    private static double size(List<Extent> lines) {
        return hull(lines.stream().map(Extent::range).toList()).size();
    }

    double size() {
        return high - low;
    }

    boolean contains(double value) {
        return value >= low && value <= high;
    }

    /** Extended slightly at both ends; not empty even if both ends are equal. */
    AxisRange padded() {
        double magnitude = Math.max(Math.abs(low), Math.abs(high));
        boolean point = size() <= POINT * magnitude;
        double pad = point ? Math.max(1e-3, 1e-3 * magnitude) : PADDING * size();
        return new AxisRange(low - pad, high + pad);
    }
}
