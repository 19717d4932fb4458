package psr.eval.report.drawing;

import java.util.List;

import psr.eval.report.drawing.Canvas.Anchor;
import psr.eval.report.drawing.Canvas.Lettering;
import psr.eval.report.drawing.Canvas.Stroke;
import psr.eval.report.drawing.ChartLine.Dot;

/** Means without iterations: one row for each recipe, with its mean and a bar of one standard error on either side. */
public final class DotPlot extends Drawing {

    private static final double ROW = 21;
    private static final double TOP = 32;
    private static final double BELOW = 44;
    private static final double RIGHT = 70;
    private static final Lettering NAMES = Lettering.of(EndLabels.SIZE).at(Anchor.END);

    private final PlotFrame frame;
    private final List<ChartLine> lines;
    private final boolean differences;
    private final Layout layout;

    /**
     * A figure of rows.
     *
     * @param lines at least one, each with one point
     * @param differences whether rows are compared with zero
     */
    public DotPlot(FigureText text, List<ChartLine> lines, boolean differences, Layout layout) {
        super(text, layout.width(), TOP + ROW * lines.size() + BELOW);
        this.lines = List.copyOf(lines);
        this.differences = differences;
        this.layout = layout;
        double labels = lines.stream().mapToDouble(line -> TextWidth.width(label(line), EndLabels.SIZE)).max()
                .orElseThrow();
        double left = labels + 18;
        this.frame = new PlotFrame(left, TOP, layout.width() - left - RIGHT, ROW * lines.size(),
                CurveChart.range(lines, differences), new AxisRange(0, lines.size()));
    }

    @Override
    void draw(Canvas canvas) {
        heading(canvas);
        frame.verticals(canvas, 0, true, TextWidth.fit(text.axis(), SMALL, width() - 16));
        if (differences) {
            frame.zeroUp(canvas);
        }
        frame.edges(canvas);
        for (int i = 0; i < lines.size(); i++) {
            row(canvas, lines.get(i), frame.top() + (i + 0.5) * ROW);
        }
    }

    private void row(Canvas canvas, ChartLine line, double y) {
        Dot dot = line.last();
        int decimals = NumberText.decimals(dot.mean(), dot.stderr());
        String value = differences ? NumberText.signed(dot.mean(), decimals) : NumberText.fixed(dot.mean(), decimals);
        canvas.text(label(line), frame.left() - 8, y + 4, NAMES);
        boolean seen = frame.x().contains(dot.mean());
        if (seen) {
            canvas.line(frame.px(Math.max(frame.x().low(), dot.mean() - dot.stderr())), y,
                    frame.px(Math.min(frame.x().high(), dot.mean() + dot.stderr())), y,
                    new Stroke(line.style().paint(), 2));
            line.style().dot(canvas, frame.px(dot.mean()), y);
        }
        String arrow = seen ? "" : dot.mean() > frame.x().high() ? "→ " : "← ";
        canvas.text(arrow + value, width() - 6, y + 4, NAMES);
    }

    private String label(ChartLine line) {
        return TextWidth.fit(line.label(), EndLabels.SIZE, layout.rowLabel());
    }
}
