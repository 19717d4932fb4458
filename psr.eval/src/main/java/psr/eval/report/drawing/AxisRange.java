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
    /** A range so much smaller than its place on the axis is rounding, not a difference. */
    private static final double POINT = 1e-9;
    /** How many times larger a range may become to reach the end of a line. */
    private static final double NEAR = 1.6;

    /** What a line covers, and whether the axis must show it. */
    private record Extent(AxisRange range, boolean required) {}

    /** From the smallest to the largest end of all; there must be one. */
    static AxisRange hull(List<AxisRange> ranges) {
        return new AxisRange(ranges.stream().mapToDouble(AxisRange::low).min().orElseThrow(),
                ranges.stream().mapToDouble(AxisRange::high).max().orElseThrow());
    }

    /**
     * What an axis should show of these lines, so that one that runs away does not press the others flat. As long as
     * leaving out k lines makes the range more than k + 2 times smaller, they are left out; at most half of all, and
     * none that is related to the baseline, unless it runs away from the other related ones. Then the ends of those
     * left out are taken in again if they are near, and the end of the best if it is not.
     *
     * @param lines at least one; each has a point
     */
    static AxisRange of(List<ChartLine> lines) {
        List<Extent> related = kept(lines.stream().filter(ChartLine::related)
                .map(line -> new Extent(line.range(), false)).toList());
        List<AxisRange> required = related.stream().map(Extent::range).toList();
        List<AxisRange> shown = new ArrayList<>();
        for (Extent extent : kept(lines.stream().map(line -> new Extent(line.range(),
                line.related() && required.contains(line.range()))).toList())) {
            shown.add(extent.range());
        }
        lines.stream().filter(ChartLine::best).forEach(line -> shown.add(line.last().range()));
        return reaching(hull(shown), lines).padded();
    }

    /**
     * What an axis of differences should show: zero and the lines related to the baseline, whose differences are the small
     * ones that the figure is for, unless one of them runs away from the others; of the other lines the ends that are near.
     * Without related lines, the same as of any lines.
     *
     * @param lines at least one; each has a point
     */
    static AxisRange ofDifferences(List<ChartLine> lines) {
        List<Extent> related = kept(lines.stream().filter(ChartLine::related)
                .map(line -> new Extent(line.range(), false)).toList());
        if (related.isEmpty()) {
            return of(lines).with(0);
        }
        AxisRange hull = hull(related.stream().map(Extent::range).toList());
        AxisRange whole = new AxisRange(Math.min(hull.low, 0), Math.max(hull.high, 0));
        return whole.size() > 0 ? reaching(whole, lines).padded() : of(lines).with(0);
    }

    /** The same and a value that must be on it. */
    AxisRange with(double value) {
        double pad = PADDING * size();
        return contains(value) ? this : new AxisRange(Math.min(low, value - pad), Math.max(high, value + pad));
    }

    private static List<Extent> kept(List<Extent> lines) {
        int least = Math.max(2, (lines.size() + 1) / 2);
        List<Extent> kept = lines;
        for (List<Extent> fewer = lines; fewer != null; fewer = without(kept, least)) {
            kept = fewer;
        }
        return kept;
    }

    private static AxisRange reaching(AxisRange range, List<ChartLine> lines) {
        AxisRange reached = range;
        for (ChartLine line : lines) {
            double end = line.last().mean();
            AxisRange further = new AxisRange(Math.min(reached.low, end), Math.max(reached.high, end));
            if (further.size() <= NEAR * range.size()) {
                reached = further;
            }
        }
        return reached;
    }

    /** The lines without the fewest whose absence pays; null if there are none such. */
    private static List<Extent> without(List<Extent> lines, int least) {
        if (lines.isEmpty()) {
            return null;
        }
        double size = size(lines);
        for (int k = 1; lines.size() - k >= least; k++) {
            List<Extent> tight = tightest(lines, lines.size() - k);
            // Lines that coincide would make any range infinitely smaller: they must be of some size to be looked at.
            double shrunk = tight == null ? 0 : size(tight);
            if (shrunk > 0 && size > (k + 2) * shrunk) {
                return tight;
            }
        }
        return null;
    }

    /** Those so many lines that need the smallest range, the required among them; null if there are more of those. */
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

    /** A little more at both ends; of some size even if both ends are one. */
    private AxisRange padded() {
        double magnitude = Math.max(Math.abs(low), Math.abs(high));
        boolean point = size() <= POINT * magnitude;
        double pad = point ? Math.max(1e-3, 1e-3 * magnitude) : PADDING * size();
        return new AxisRange(low - pad, high + pad);
    }
}
