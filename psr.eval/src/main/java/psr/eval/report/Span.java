package psr.eval.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of an axis.
 *
 * @param low the smaller end
 * @param high the larger end
 */
record Span(double low, double high) {

    private static final double PADDING = 0.06;
    /** A range so much smaller than its place on the axis is rounding, not a difference. */
    private static final double POINT = 1e-9;
    /** How many times larger a range may become to reach the end of a line. */
    private static final double NEAR = 1.6;

    /** From the smallest to the largest end of all; there must be one. */
    static Span hull(List<Span> spans) {
        return new Span(spans.stream().mapToDouble(Span::low).min().orElseThrow(),
                spans.stream().mapToDouble(Span::high).max().orElseThrow());
    }

    /**
     * What an axis should show of these lines, so that one that runs away does not press the others flat. As long as
     * leaving out k lines makes the range more than k + 2 times smaller, they are left out; at most half of all. Then
     * the ends of those left out are taken in again, if they are near.
     *
     * @param lines what each line covers; at least one
     * @param ends where each line ends
     */
    static Span robust(List<Span> lines, List<Double> ends) {
        List<Span> kept = new ArrayList<>(lines);
        int least = (lines.size() + 1) / 2;
        while (true) {
            List<Span> fewer = without(kept, least);
            if (fewer == null) {
                return reaching(hull(kept), ends).padded();
            }
            kept = fewer;
        }
    }

    private static Span reaching(Span range, List<Double> ends) {
        Span reached = range;
        for (double end : ends) {
            Span further = new Span(Math.min(reached.low, end), Math.max(reached.high, end));
            if (further.size() <= NEAR * range.size()) {
                reached = further;
            }
        }
        return reached;
    }

    /** The lines without the fewest whose absence pays; null if there are none such. */
    private static List<Span> without(List<Span> lines, int least) {
        double size = hull(lines).size();
        for (int k = 1; lines.size() - k >= Math.max(least, 2); k++) {
            List<Span> tight = tightest(lines, lines.size() - k);
            // Lines that coincide would make any range infinitely smaller: they must be of some size to be looked at.
            double shrunk = hull(tight).size();
            if (shrunk > 0 && size > (k + 2) * shrunk) {
                return tight;
            }
        }
        return null;
    }

    /** Those so many lines that need the smallest range. */
    private static List<Span> tightest(List<Span> lines, int count) {
        List<Span> best = null;
        for (Span from : lines) {
            List<Span> above = lines.stream().filter(line -> line.low >= from.low)
                    .sorted((a, b) -> Double.compare(a.high, b.high)).limit(count).toList();
            if (above.size() == count && (best == null || hull(above).size() < hull(best).size())) {
                best = above;
            }
        }
        return best;
    }

    double size() {
        return high - low;
    }

    boolean contains(double value) {
        return value >= low && value <= high;
    }

    /** A little more at both ends; of some size even if both ends are one. */
    private Span padded() {
        double magnitude = Math.max(Math.abs(low), Math.abs(high));
        boolean point = size() <= POINT * magnitude;
        double pad = point ? Math.max(1e-3, 1e-3 * magnitude) : PADDING * size();
        return new Span(low - pad, high + pad);
    }
}
