package psr.eval.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Names lines where they end, right of the plot, without one name on another; says how far away those are that left it.
 */
final class EndLabels {

    static final double SIZE = 11;
    /** From one label to the next. */
    static final double GAP = 13.5;
    /** From the plot to the marker beside the text, and on to the text. */
    private static final double LEADER = 12;
    private static final double TEXT = LEADER + 8;
    private static final double LONGEST = 140;

    private final Frame frame;
    private final List<Line> named;
    private final int unnamed;

    /** @param lines in order of importance but for the true model, which is the last of them and as important as any */
    EndLabels(Frame frame, List<Line> lines) {
        this.frame = frame;
        int room = capacity(frame.height());
        List<Line> chosen = new ArrayList<>(lines);
        while (chosen.size() > room) {
            chosen.remove(chosen.size() - 2);
        }
        this.unnamed = lines.size() - chosen.size();
        chosen.sort(Comparator.comparingDouble((Line line) -> line.last().mean()).reversed());
        this.named = chosen;
    }

    static int capacity(double height) {
        return Math.max(2, (int) Math.floor(height / GAP));
    }

    /** How much room the longest label takes, right of the plot. */
    static double width(List<Line> lines, Span range) {
        return TEXT + 4 + lines.stream().mapToDouble(line -> Letters.width(text(line, range), SIZE)).max().orElse(0);
    }

    void draw(Markup svg) {
        double[] wanted = new double[named.size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = Math.max(frame.top(), Math.min(frame.bottom(), frame.py(named.get(i).last().mean())));
        }
        double[] placed = Spread.apart(wanted, GAP, frame.top(), frame.bottom());
        svg.open("g", "font-size", SIZE);
        for (int i = 0; i < placed.length; i++) {
            Line line = named.get(i);
            double from = line.flat() ? frame.right() : frame.px(line.last().iteration());
            svg.empty("polyline", "points", Numbers.coordinate(from) + "," + Numbers.coordinate(wanted[i]) + " "
                    + Numbers.coordinate(frame.right() + 1) + "," + Numbers.coordinate(wanted[i]) + " "
                    + Numbers.coordinate(frame.right() + LEADER - 3) + "," + Numbers.coordinate(placed[i]),
                    "fill", "none", "stroke", "#aaa", "stroke-width", "0.6");
            swatch(svg, line, placed[i]);
            svg.leaf("text", text(line, frame.y()), "x", frame.right() + TEXT, "y", placed[i] + 4);
        }
        if (unnamed > 0) {
            svg.leaf("text", "and " + unnamed + " more: see the legend", "x", frame.right() + TEXT, "y",
                    frame.bottom() + GAP + 4, "fill", "#555");
        }
        svg.close();
    }

    private void swatch(Markup svg, Line line, double y) {
        double x = frame.right() + LEADER;
        if (line.style().marker() == null) {
            svg.empty("line", "x1", x - 3, "y1", y, "x2", x + 5, "y2", y, "stroke", line.style().colour(),
                    "stroke-width", "2", "stroke-dasharray", "1.5 1.5");
        } else {
            line.style().mark(svg, x + 1, y);
        }
    }

    static String shortened(String label) {
        return Letters.fit(label, SIZE, LONGEST);
    }

    /** The label, shortened, and where the line is when it is not in the plot. */
    private static String text(Line line, Span range) {
        String label = shortened(line.label());
        double last = line.last().mean();
        if (!range.contains(last)) {
            return label + (last > range.high() ? " ↑ " : " ↓ ") + number(last);
        }
        if (!range.contains(line.first().mean())) {
            return label + " (from " + number(line.first().mean()) + ")";
        }
        if (line.highest() > range.high()) {
            return label + " (up to " + number(line.highest()) + ")";
        }
        return line.lowest() < range.low() ? label + " (down to " + number(line.lowest()) + ")" : label;
    }

    private static String number(double value) {
        return Numbers.significant(value, 3);
    }
}
