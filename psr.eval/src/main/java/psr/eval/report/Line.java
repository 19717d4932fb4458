package psr.eval.report;

import java.util.ArrayList;
import java.util.List;

/**
 * One recipe in a figure.
 *
 * @param label its name in figures
 * @param style how it looks, in every figure
 * @param points in the order of iterations; may be empty
 */
record Line(String label, Style style, List<Dot> points) {

    /**
     * A mean.
     *
     * @param iteration where
     * @param mean over trials
     * @param stderr of the mean; 0 if there is none
     */
    record Dot(int iteration, double mean, double stderr) {}

    static Line of(Contender contender, String measure, String name, Style style) {
        List<Dot> points = new ArrayList<>();
        Curve curve = contender.curve(measure);
        for (int i = 0; i < curve.size(); i++) {
            Tally tally = curve.at(i);
            if (tally.count() > 0) {
                points.add(new Dot(curve.iteration(i), tally.mean(), tally.count() > 1 ? tally.stderr() : 0));
            }
        }
        return new Line(name, style, points);
    }

    /** Whether it does not iterate: drawn from side to side. */
    boolean flat() {
        return points.size() == 1;
    }

    Dot first() {
        return points.get(0);
    }

    Dot last() {
        return points.get(points.size() - 1);
    }

    /** All that the line and its band cover. */
    Span span() {
        return Span.hull(points.stream().map(dot -> new Span(dot.mean() - dot.stderr(), dot.mean() + dot.stderr()))
                .toList());
    }

    double highest() {
        return points.stream().mapToDouble(Dot::mean).max().orElseThrow();
    }

    double lowest() {
        return points.stream().mapToDouble(Dot::mean).min().orElseThrow();
    }
}
