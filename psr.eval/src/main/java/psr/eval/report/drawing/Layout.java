package psr.eval.report.drawing;

/** The width of a figure. Text has the same size in a narrow figure, so that it stays readable. */
public enum Layout {
    /** Beside another figure on a page, or in the column of a paper. */
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

    /** The largest width of a label beside a line. */
    double endLabel() {
        return endLabel;
    }

    /** The largest width of a label before a row. */
    double rowLabel() {
        return rowLabel;
    }

    /** The label of a line, shortened in the middle if necessary. */
    public String shortened(String label) {
        return TextWidth.fit(label, EndLabels.SIZE, endLabel);
    }
}
