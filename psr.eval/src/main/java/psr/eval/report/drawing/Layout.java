package psr.eval.report.drawing;

/** For which width a figure is drawn. On a narrow one text has the same size, so that it can be read. */
public enum Layout {
    /** Beside another on a page, or in the column of a paper. */
    WIDE(500, 140, 170),
    /** Alone on the screen of a telephone. */
    NARROW(350, 84, 120);

    private final double width;
    private final double endLabel;
    private final double rowLabel;

    Layout(double width, double endLabel, double rowLabel) {
        this.width = width;
        this.endLabel = endLabel;
        this.rowLabel = rowLabel;
    }

    double width() {
        return width;
    }

    /** How long a label beside a line may be. */
    double endLabel() {
        return endLabel;
    }

    /** How long a label before a row may be. */
    double rowLabel() {
        return rowLabel;
    }

    /** A label as it stands beside a line, shortened in the middle if it must be. */
    public String shortened(String label) {
        return TextWidth.fit(label, EndLabels.SIZE, endLabel);
    }
}
