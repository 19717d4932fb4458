package psr.eval.report.drawing;

/**
 * The words of a figure.
 *
 * @param title what it shows, as short as can be
 * @param note what is better; may be empty
 * @param axis what the numbers at its axis are
 * @param description what it shows, for those who cannot see it
 */
public record FigureText(String title, String note, String axis, String description) {}
