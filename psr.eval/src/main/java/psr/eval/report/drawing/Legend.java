package psr.eval.report.drawing;

import java.util.List;

import psr.eval.report.drawing.Canvas.Lettering;

/** The styles of the lines in all figures. */
public final class Legend extends Drawing {

    private static final double ROW = 21;
    private static final double TOP = 34;
    private static final double SAMPLE = 44;
    private static final double SIZE = 12;
    private static final double FOOT = 16;
    private static final double MARGIN = 12;

    private final List<ChartLine> lines;
    private final List<String> notes;
    private final int columns;
    private final int rows;

    /**
     * A legend.
     *
     * @param lines their points are ignored
     * @param notes additional notes, each in one line
     */
    public Legend(FigureText text, List<ChartLine> lines, List<String> notes, Layout layout) {
        super(text, layout.width(), TOP + rows(lines, layout) * ROW + MARGIN + notes.size() * FOOT + 8);
        this.lines = List.copyOf(lines);
        this.notes = List.copyOf(notes);
        this.columns = columns(lines, layout);
        this.rows = rows(lines, layout);
    }

    private static int columns(List<ChartLine> lines, Layout layout) {
        double longest = lines.stream().mapToDouble(line -> TextWidth.width(line.label(), SIZE)).max().orElse(0);
        return longest + SAMPLE + 30 < layout.width() / 2 ? 2 : 1;
    }

    private static int rows(List<ChartLine> lines, Layout layout) {
        int columns = columns(lines, layout);
        return (lines.size() + columns - 1) / columns;
    }

    @Override
    void draw(Canvas canvas) {
        heading(canvas);
        for (int i = 0; i < lines.size(); i++) {
            int column = i / rows;
            double x = MARGIN + column * width() / columns;
            double y = TOP + (i % rows + 0.5) * ROW;
            lines.get(i).style().sample(canvas, x, y, SAMPLE);
            canvas.text(TextWidth.fit(lines.get(i).label(), SIZE, width() / columns - SAMPLE - 30), x + SAMPLE + 9,
                    y + 4, Lettering.of(SIZE));
        }
        for (int i = 0; i < notes.size(); i++) {
            canvas.text(TextWidth.fit(notes.get(i), EndLabels.SIZE, width() - 2 * MARGIN), MARGIN,
                    TOP + rows * ROW + MARGIN + i * FOOT + 4, Lettering.of(EndLabels.SIZE).in(Paint.NOTE));
        }
    }
}
