package psr.eval.report.drawing;

/** A figure that can be drawn in any format, with the same result on every call. */
public abstract class Drawing {

    static final double SMALL = 11.5;
    private static final double TITLE = 13.5;
    private static final double MARGIN = 8;

    final FigureText text;
    private final double width;
    private final double height;

    Drawing(FigureText text, double width, double height) {
        this.text = text;
        this.width = width;
        this.height = height;
    }

    final double width() {
        return width;
    }

    final double height() {
        return height;
    }

    abstract void draw(Canvas canvas);

    /** As a separate file. */
    public final String svg() {
        return SvgCanvas.svg(this, "figure", true);
    }

    /**
     * As part of a page with {@link #styles}.
     *
     * @param id prefix of the names of its parts, unique within the page
     */
    public final String svgPart(String id) {
        return SvgCanvas.svg(this, id, false);
    }

    /** The style sheet of all figures on a page. */
    public static String styles() {
        return Paint.darkStyles();
    }

    /** As a PDF file for papers. */
    public final byte[] pdf() {
        return PdfCanvas.pdf(this);
    }

    /** The title at the upper left, and the direction of better values beside it. */
    final void heading(Canvas canvas) {
        Canvas.Lettering lettering = Canvas.Lettering.of(TITLE).heavy();
        double note = TextWidth.width(text.note(), SMALL);
        // The title gets at least half of the width, whatever the note.
        String title = TextWidth.fit(text.title(), TITLE * 1.08, width - 3 * MARGIN - Math.min(note, width / 2));
        canvas.text(title, MARGIN, 17, lettering);
        if (!text.note().isEmpty()) {
            canvas.text(text.note(), 2 * MARGIN + TextWidth.width(title, TITLE, true), 17,
                    Canvas.Lettering.of(SMALL).in(Paint.NOTE));
        }
    }
}
