package psr.eval.report;

import java.util.List;

import psr.eval.report.Line.Dot;

/** Means where nothing iterates: one row for each recipe, its mean and a bar of one standard error on either side. */
final class DotPlot {

    private static final double ROW = 21;
    private static final double TOP = 32;
    private static final double BELOW = 44;
    private static final double LONGEST = 170;
    private static final double RIGHT = 70;

    private final Frame frame;
    private final List<Line> lines;

    /** @param lines at least one, each with one point */
    DotPlot(List<Line> lines) {
        this.lines = lines;
        double labels = lines.stream().mapToDouble(line -> Letters.width(label(line), EndLabels.SIZE)).max()
                .orElseThrow();
        Span x = Span.robust(lines.stream().map(Line::span).toList(), List.of());
        double left = labels + 18;
        this.frame = new Frame(left, TOP, Chart.WIDTH - left - RIGHT, ROW * lines.size(), x, new Span(0, lines.size()));
    }

    /** The figure. @param id begins the names of its parts, unique within a page */
    String draw(String id, String title, String note, String description) {
        Markup svg = Sheet.begin(id, Chart.WIDTH, frame.bottom() + BELOW, title, description);
        Sheet.heading(svg, title, note);
        svg.open("defs");
        frame.clip(svg, id + "-clip");
        svg.close();
        frame.verticals(svg, 0, true, "");
        frame.axes(svg);
        for (int i = 0; i < lines.size(); i++) {
            row(svg, id, lines.get(i), frame.top() + (i + 0.5) * ROW);
        }
        return svg.close().toString();
    }

    private void row(Markup svg, String id, Line line, double y) {
        Dot dot = line.last();
        String value = Numbers.fixed(dot.mean(), Numbers.decimals(dot.mean(), dot.stderr()));
        svg.leaf("text", label(line), "x", frame.left() - 8, "y", y + 4, "text-anchor", "end", "font-size",
                EndLabels.SIZE);
        boolean seen = frame.x().contains(dot.mean());
        if (seen) {
            svg.empty("line", "x1", frame.px(Math.max(frame.x().low(), dot.mean() - dot.stderr())), "y1", y, "x2",
                    frame.px(Math.min(frame.x().high(), dot.mean() + dot.stderr())), "y2", y, "stroke",
                    line.style().colour(), "stroke-width", "2", "clip-path", "url(#" + id + "-clip)");
            if (line.style().marker() == null) {
                svg.empty("circle", "cx", frame.px(dot.mean()), "cy", y, "r", "3.2", "fill", line.style().colour());
            }
            line.style().mark(svg, frame.px(dot.mean()), y);
        }
        String arrow = seen ? "" : dot.mean() > frame.x().high() ? "→ " : "← ";
        svg.leaf("text", arrow + value, "x", Chart.WIDTH - 6, "y", y + 4, "text-anchor", "end", "font-size",
                EndLabels.SIZE);
    }

    private static String label(Line line) {
        return Letters.fit(line.label(), EndLabels.SIZE, LONGEST);
    }
}
