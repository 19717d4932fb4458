package psr.eval.report.drawing;

import java.util.List;
import java.util.OptionalDouble;

import psr.eval.report.drawing.Canvas.Anchor;
import psr.eval.report.drawing.Canvas.Fill;
import psr.eval.report.drawing.Canvas.Lettering;
import psr.eval.report.drawing.Canvas.Stroke;

/** The means of two settings: a cell for each pair of values, darker if it is better, with its number. The best has a frame. */
public final class HeatMap extends Drawing {

    private static final double ROW = 26;
    private static final double TOP = 32;
    private static final double BELOW = 44;
    private static final double LIGHTEST = .04;
    /** The darkest cell; numbers must be readable on it. */
    private static final double DARKEST = .55;

    /**
     * The numbers on one axis.
     *
     * @param setting the name
     * @param values as labels
     */
    public record Axis(String setting, List<String> values) {

        /** Copies the values. */
        public Axis {
            values = List.copyOf(values);
        }
    }

    private final Axis across;
    private final Axis up;
    private final List<List<OptionalDouble>> means;
    private final boolean low;

    /**
     * A figure.
     *
     * @param means for each value upwards, those of each value across; at least one is present
     * @param low whether lower is better
     */
    public HeatMap(FigureText text, Axis across, Axis up, List<List<OptionalDouble>> means, boolean low, Layout layout) {
        super(text, layout.width(), TOP + ROW * up.values().size() + BELOW);
        this.across = across;
        this.up = up;
        this.means = List.copyOf(means);
        this.low = low;
    }

    @Override
    void draw(Canvas canvas) {
        heading(canvas);
        double left = 30 + up.values.stream().mapToDouble(value -> TextWidth.width(value, SMALL)).max().orElse(0);
        double cell = (width() - left - 12) / across.values.size();
        double bottom = TOP + ROW * up.values.size();
        double[] all = means.stream().flatMap(List::stream).filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble).sorted().toArray();
        double best = low ? all[0] : all[all.length - 1];
        double worst = low ? all[all.length - 1] : all[0];
        for (int row = 0; row < up.values.size(); row++) {
            double y = bottom - (row + 1) * ROW;
            canvas.text(up.values.get(row), left - 6, y + ROW / 2 + 4, Lettering.of(SMALL).at(Anchor.END));
            for (int column = 0; column < across.values.size(); column++) {
                OptionalDouble mean = means.get(row).get(column);
                if (mean.isPresent()) {
                    double share = best == worst ? 1 : (mean.getAsDouble() - worst) / (best - worst);
                    cell(canvas, left + column * cell, y, cell, mean.getAsDouble(), share, mean.getAsDouble() == best);
                }
            }
        }
        for (int column = 0; column < across.values.size(); column++) {
            canvas.text(TextWidth.fit(across.values.get(column), SMALL, cell - 2), left + (column + .5) * cell, bottom + 17,
                    Lettering.of(SMALL).at(Anchor.MIDDLE));
        }
        canvas.text(across.setting, left + (width() - left - 12) / 2, bottom + 33, Lettering.of(SMALL).at(Anchor.MIDDLE));
        canvas.text(up.setting, 14, (TOP + bottom) / 2, Lettering.of(SMALL).at(Anchor.MIDDLE).turned());
    }

    private void cell(Canvas canvas, double x, double y, double cell, double mean, double share, boolean best) {
        canvas.polygon(corners(x + 1, y + 1, cell - 2, ROW - 2),
                new Fill(Paint.BLUE, LIGHTEST + share * (DARKEST - LIGHTEST), false));
        if (best) {
            double[] corners = corners(x + 1.5, y + 1.5, cell - 3, ROW - 3);
            canvas.polyline(new double[] {corners[0], corners[1], corners[2], corners[3], corners[4], corners[5], corners[6],
                    corners[7], corners[0], corners[1]}, new Stroke(Paint.INK, 2));
        }
        Lettering lettering = Lettering.of(SMALL).at(Anchor.MIDDLE);
        canvas.text(TextWidth.fit(NumberText.significant(mean, 4), SMALL, cell - 6), x + cell / 2, y + ROW / 2 + 4,
                best ? lettering.heavy() : lettering);
    }

    private static double[] corners(double x, double y, double width, double height) {
        return new double[] {x, y, x + width, y, x + width, y + height, x, y + height};
    }
}
