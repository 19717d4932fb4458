package psr.eval.report.drawing;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

import psr.eval.report.drawing.Canvas.Anchor;
import psr.eval.report.drawing.Canvas.Lettering;
import psr.eval.report.drawing.Canvas.Stroke;

/** Recipes on several problems: one row for each problem with a mark for each recipe, and a legend of the marks below. */
public final class ProblemPlot extends Drawing {

    private static final double ROW = 21;
    private static final double TOP = 32;
    private static final double BELOW = 48;
    private static final double RIGHT = 16;
    private static final double SAMPLE = 24;
    private static final double FOOT = 18;
    /** On a logarithmic axis, smaller values and those without a logarithm are drawn at this value. */
    private static final double LEAST = 1e-6;
    private static final Lettering NAMES = Lettering.of(EndLabels.SIZE).at(Anchor.END);
    private static final Stroke GRID = new Stroke(Paint.GRID, 1);

    /**
     * A row.
     *
     * @param name of the problem
     * @param values of the recipes, in their order; empty if there is none
     */
    public record ProblemRow(String name, List<OptionalDouble> values) {

        /** Copies the values. */
        public ProblemRow {
            values = List.copyOf(values);
        }
    }

    private final List<ProblemRow> rows;
    private final List<String> recipes;
    private final boolean powers;
    private final Layout layout;
    private final PlotFrame frame;

    /**
     * A figure of problems.
     *
     * @param rows at least one
     * @param recipes their names
     * @param powers whether the axis is logarithmic
     */
    public ProblemPlot(FigureText text, List<ProblemRow> rows, List<String> recipes, boolean powers, Layout layout) {
        super(text, layout.width(), TOP + ROW * rows.size() + BELOW + FOOT * recipes.size());
        this.rows = List.copyOf(rows);
        this.recipes = List.copyOf(recipes);
        this.powers = powers;
        this.layout = layout;
        double left = 18 + rows.stream().mapToDouble(row -> TextWidth.width(label(row), EndLabels.SIZE)).max().orElseThrow();
        this.frame = new PlotFrame(left, TOP, layout.width() - left - RIGHT, ROW * rows.size(), range(),
                new AxisRange(0, rows.size()));
    }

    private AxisRange range() {
        List<AxisRange> all = new ArrayList<>();
        for (ProblemRow row : rows) {
            row.values.stream().filter(OptionalDouble::isPresent).mapToDouble(value -> place(value.getAsDouble()))
                    .forEach(at -> all.add(new AxisRange(at, at)));
        }
        if (all.isEmpty()) {
            return new AxisRange(0, 1);
        }
        AxisRange hull = AxisRange.hull(all);
        double pad = Math.max(.05 * hull.size(), powers ? .1 : 1e-3);
        return new AxisRange(hull.low() - pad, hull.high() + pad);
    }

    private double place(double value) {
        return powers ? Math.log10(Math.max(value, LEAST)) : value;
    }

    @Override
    void draw(Canvas canvas) {
        heading(canvas);
        String axis = TextWidth.fit(text.axis(), SMALL, width() - 16);
        if (powers) {
            decades(canvas, axis);
        } else {
            frame.verticals(canvas, 0, true, axis);
        }
        frame.edges(canvas);
        for (int i = 0; i < rows.size(); i++) {
            double y = frame.top() + (i + 0.5) * ROW;
            canvas.text(label(rows.get(i)), frame.left() - 8, y + 4, NAMES);
            // The first recipe is drawn last, on top of the others.
            for (int k = recipes.size() - 1; k >= 0; k--) {
                OptionalDouble value = rows.get(i).values.get(k);
                if (value.isPresent()) {
                    LineStyle.of(k).dot(canvas, frame.px(place(value.getAsDouble())), y);
                }
            }
        }
        for (int k = 0; k < recipes.size(); k++) {
            double y = frame.bottom() + BELOW + (k + .3) * FOOT;
            LineStyle.of(k).dot(canvas, frame.left() + SAMPLE / 2, y);
            canvas.text(TextWidth.fit(recipes.get(k), EndLabels.SIZE, width() - frame.left() - SAMPLE - 12),
                    frame.left() + SAMPLE, y + 4, Lettering.of(EndLabels.SIZE));
        }
    }

    /** Lines at 1, 2 and 5 times each power of ten within the plot, or only at the powers if there are many. */
    private void decades(Canvas canvas, String title) {
        int[] factors = frame.x().size() < 2.5 ? new int[] {1, 2, 5} : new int[] {1};
        for (int power = (int) Math.floor(frame.x().low()); power <= frame.x().high(); power++) {
            for (int factor : factors) {
                double value = factor * Math.pow(10, power);
                if (frame.x().contains(Math.log10(value))) {
                    double at = frame.px(Math.log10(value));
                    canvas.line(at, frame.top(), at, frame.bottom(), GRID);
                    canvas.text(NumberText.significant(value, 1), at, frame.bottom() + 17,
                            Lettering.of(SMALL).at(Anchor.MIDDLE));
                }
            }
        }
        canvas.text(title, frame.left() + frame.width() / 2, frame.bottom() + 33, Lettering.of(SMALL).at(Anchor.MIDDLE));
    }

    private String label(ProblemRow row) {
        return TextWidth.fit(row.name, EndLabels.SIZE, layout.rowLabel());
    }
}
