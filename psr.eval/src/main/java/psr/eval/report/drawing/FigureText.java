package psr.eval.report.drawing;

/**
 * The texts of a figure.
 *
 * @param title as short as possible
 * @param note the direction of better values; may be empty
 * @param axis the meaning and unit of the numbers at the axis
 * @param description the text alternative of the figure
 */
public record FigureText(String title, String note, String axis, String description) {}
