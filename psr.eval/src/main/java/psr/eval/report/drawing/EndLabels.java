package psr.eval.report.drawing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import psr.eval.report.drawing.Canvas.Lettering;
import psr.eval.report.drawing.Canvas.Stroke;

/**
 * Labels lines at their ends, to the right of the plot, without overlaps; gives the values of those that left the plot.
 */
final class EndLabels {

    static final double SIZE = 11;
    /** The vertical distance between labels. */
    static final double GAP = 13.5;
    /** The horizontal distance from the plot to the marker beside the text, and to the text. */
    private static final double LEADER = 12;
    private static final double TEXT = LEADER + 8;
    private static final Stroke LEADER_LINE = new Stroke(Paint.LEADER, 0.6);

    private final PlotFrame frame;
    private final List<ChartLine> named;
    private final int unnamed;
    private final Layout layout;

    /**
     * The labels of some lines; if there are too many, those of the best, the first ones and the last.
     *
     * @param lines in the order of the experiment, the true model last
     */
    EndLabels(PlotFrame frame, List<ChartLine> lines, Layout layout) {
        this.frame = frame;
        this.layout = layout;
        List<ChartLine> chosen = new ArrayList<>(lines);
        int limit = capacity(frame.height());
        for (int i = chosen.size() - 2; i >= 0 && chosen.size() > limit; i--) {
            if (!chosen.get(i).best()) {
                chosen.remove(i);
            }
        }
        if (chosen.size() > limit) {
            chosen.subList(limit - 1, chosen.size() - 1).clear();
        }
        this.unnamed = lines.size() - chosen.size();
        chosen.sort(Comparator.comparingDouble((ChartLine line) -> line.last().mean()).reversed());
        this.named = chosen;
    }

    static int capacity(double height) {
        return Math.max(2, (int) Math.floor(height / GAP));
    }

    /** The width of the longest label. */
    static double width(List<ChartLine> lines, AxisRange range, Layout layout) {
        return TEXT + 6 + lines.stream().mapToDouble(line -> TextWidth.width(text(line, range, layout), SIZE)).max()
                .orElse(0);
    }

    void draw(Canvas canvas) {
        double[] wanted = new double[named.size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = Math.max(frame.top(), Math.min(frame.bottom(), frame.py(named.get(i).last().mean())));
        }
        double[] placed = apart(wanted, GAP, frame.top(), frame.bottom());
        for (int i = 0; i < placed.length; i++) {
            ChartLine line = named.get(i);
            double from = line.flat() ? frame.right() : frame.px(line.last().iteration());
            canvas.polyline(new double[] {from, wanted[i], frame.right() + 1, wanted[i], frame.right() + LEADER - 3,
                    placed[i]}, LEADER_LINE);
            swatch(canvas, line, placed[i]);
            canvas.text(text(line, frame.y(), layout), frame.right() + TEXT, placed[i] + 4, Lettering.of(SIZE));
        }
        if (unnamed > 0) {
            canvas.text("and " + unnamed + " more: see the legend", frame.right() + TEXT, frame.bottom() + GAP + 4,
                    Lettering.of(SIZE).in(Paint.NOTE));
        }
    }

    private void swatch(Canvas canvas, ChartLine line, double y) {
        double x = frame.right() + LEADER;
        if (line.style() == LineStyle.oracle()) {
            canvas.line(x - 3, y, x + 5, y, new Stroke(Paint.TRUTH, 2, 1.5, 1.5));
        } else {
            line.style().mark(canvas, x + 1, y);
        }
    }

    /** The label, shortened, and the value of the line if it is not in the plot. */
    private static String text(ChartLine line, AxisRange range, Layout layout) {
        String label = layout.shortened(line.label());
        double last = line.last().mean();
        if (!range.contains(last)) {
            return label + (last > range.high() ? " ↑ " : " ↓ ") + number(last);
        }
        if (layout == Layout.NARROW) {
            return label;
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
        return NumberText.significant(value, 3);
    }

    /**
     * Positions that keep a distance and their order, with the smallest sum of squared moves. With z_i = y_i − i·gap the
     * distance becomes an order, and the best ordered z is the isotonic regression: adjacent positions that are out of
     * order get their mean.
     *
     * @param wanted ascending; not modified
     * @param gap the smallest distance; (wanted.length − 1)·gap must fit between low and high
     * @return a new array, within low and high
     */
    static double[] apart(double[] wanted, double gap, double low, double high) {
        int n = wanted.length;
        double[] sums = new double[n];
        int[] sizes = new int[n];
        int blocks = 0;
        for (int i = 0; i < n; i++) {
            sums[blocks] = wanted[i] - i * gap;
            sizes[blocks] = 1;
            while (blocks > 0 && sums[blocks - 1] / sizes[blocks - 1] > sums[blocks] / sizes[blocks]) {
                sums[blocks - 1] += sums[blocks];
                sizes[blocks - 1] += sizes[blocks];
                blocks--;
            }
            blocks++;
        }
        double[] placed = new double[n];
        int i = 0;
        for (int block = 0; block < blocks; block++) {
            double z = Math.max(low, Math.min(high - (n - 1) * gap, sums[block] / sizes[block]));
            for (int k = 0; k < sizes[block]; k++, i++) {
                placed[i] = z + i * gap;
            }
        }
        return placed;
    }
}
