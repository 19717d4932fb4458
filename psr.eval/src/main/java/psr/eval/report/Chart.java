package psr.eval.report;

import java.util.List;

import psr.eval.report.Line.Dot;

/**
 * Means against iterations: a line and a band of one standard error on either side for each recipe. What does not
 * iterate is a line from side to side. Lines that run away leave the plot, with an arrow where they do.
 */
final class Chart {

    static final double WIDTH = 500;
    private static final double PLOT_HEIGHT = 232;
    private static final double TOP = 30;
    private static final double LEFT = 52;
    private static final double BELOW = 44;
    /** Markers on a line; more would hide it. */
    private static final int MARKERS = 6;

    private final Frame frame;
    private final List<Line> lines;

    /**
     * @param lines at least one; each has a point, and one at least has two
     * @param labels room for labels right of the plot
     */
    Chart(List<Line> lines, double labels) {
        this.lines = lines;
        double last = lines.stream().mapToInt(line -> line.last().iteration()).max().orElseThrow();
        double height = Math.max(PLOT_HEIGHT, Math.min(lines.size(), 24) * EndLabels.GAP);
        this.frame = new Frame(LEFT, TOP, WIDTH - LEFT - labels, height, new Span(0, last), range(lines));
    }

    /** The room that labels need; figures beside each other look better if all have the same. */
    static double labels(List<Line> lines) {
        return EndLabels.width(lines, range(lines));
    }

    private static Span range(List<Line> lines) {
        return Span.robust(lines.stream().map(Line::span).toList(),
                lines.stream().map(line -> line.last().mean()).toList());
    }

    /** The figure. @param id begins the names of its parts, unique within a page */
    String draw(String id, String title, String note, String description) {
        Markup svg = Sheet.begin(id, WIDTH, frame.bottom() + BELOW, title, description);
        Sheet.heading(svg, title, note);
        svg.open("defs");
        frame.clip(svg, id + "-clip");
        svg.close();
        frame.horizontals(svg);
        frame.verticals(svg, 1, false, "iterations");
        frame.axes(svg);
        svg.open("g", "clip-path", "url(#" + id + "-clip)");
        lines.forEach(line -> band(svg, line));
        lines.forEach(line -> line.style().stroke(svg, points(line)));
        svg.close();
        for (int i = 0; i < lines.size(); i++) {
            markers(svg, lines.get(i), i);
        }
        arrows(svg);
        new EndLabels(frame, lines).draw(svg);
        return svg.close().toString();
    }

    private String points(Line line) {
        StringBuilder points = new StringBuilder();
        for (Dot dot : line.points()) {
            points.append(point(frame.px(dot.iteration()), dot.mean()));
        }
        if (line.flat()) {
            return point(frame.left(), line.first().mean()) + point(frame.right(), line.first().mean());
        }
        return points.toString().strip();
    }

    private void band(Markup svg, Line line) {
        StringBuilder upper = new StringBuilder();
        StringBuilder lower = new StringBuilder();
        for (Dot dot : line.points()) {
            double[] at = line.flat() ? new double[] {frame.left(), frame.right()}
                    : new double[] {frame.px(dot.iteration())};
            for (double x : at) {
                upper.append(point(x, dot.mean() + dot.stderr()));
                lower.insert(0, point(x, dot.mean() - dot.stderr()));
            }
        }
        svg.empty("polygon", "points", upper.append(lower).toString().strip(), "fill", line.style().colour(),
                "fill-opacity", line.flat() ? "0.06" : "0.11");
    }

    private String point(double x, double value) {
        return Numbers.coordinate(x) + "," + Numbers.coordinate(frame.py(value)) + " ";
    }

    /** A few along the line, at other places than the next line's, and one at its end. */
    private void markers(Markup svg, Line line, int index) {
        List<Dot> points = line.points();
        int step = Math.max(1, (int) Math.ceil((points.size() - 1) / (double) MARKERS));
        for (int i = 0; i < points.size(); i++) {
            Dot dot = points.get(i);
            boolean shown = i == points.size() - 1 || i % step == index % step;
            if (shown && frame.y().contains(dot.mean())) {
                line.style().mark(svg, line.flat() ? frame.right() : frame.px(dot.iteration()), frame.py(dot.mean()));
            }
        }
        if (line.flat() && frame.y().contains(line.first().mean())) {
            line.style().mark(svg, frame.left() + frame.width() * (0.1 + 0.11 * (index % 8)),
                    frame.py(line.first().mean()));
        }
    }

    private void arrows(Markup svg) {
        int away = 0;
        for (Line line : lines) {
            boolean seen = line.points().stream().anyMatch(dot -> frame.y().contains(dot.mean()));
            if (!seen && !crosses(line)) {
                arrow(svg, line, frame.right() - 8 - 13 * away++, line.last().mean() > frame.y().high());
            }
            for (int i = 1; i < line.points().size(); i++) {
                crossing(svg, line, line.points().get(i - 1), line.points().get(i));
            }
        }
    }

    /** Whether it passes through the plot between two points that are both outside. */
    private boolean crosses(Line line) {
        return line.highest() > frame.y().high() && line.lowest() < frame.y().low();
    }

    private void crossing(Markup svg, Line line, Dot a, Dot b) {
        for (double edge : new double[] {frame.y().low(), frame.y().high()}) {
            if (a.mean() < edge != b.mean() < edge) {
                double share = (edge - a.mean()) / (b.mean() - a.mean());
                double x = frame.px(a.iteration()) + share * (frame.px(b.iteration()) - frame.px(a.iteration()));
                arrow(svg, line, x, edge == frame.y().high());
            }
        }
    }

    /** Points out of the plot at its upper or lower edge. */
    private void arrow(Markup svg, Line line, double x, boolean up) {
        double edge = up ? frame.top() : frame.bottom();
        double tip = up ? -7 : 7;
        svg.empty("path", "d", "M" + Numbers.coordinate(x - 4.5) + " " + Numbers.coordinate(edge) + "h9l-4.5 "
                + Numbers.coordinate(tip) + "Z", "fill", line.style().colour(), "stroke", "#fff", "stroke-width",
                "0.6");
    }
}
