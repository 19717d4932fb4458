/**
 * The contents of a report: the choice and titles of measures, the figures, the tables, the page around them, and the
 * claims as comma-separated values.
 *
 * <p>In: {@code Digest}. Out: text, and figures that are ready to be drawn.
 */
package psr.eval.report.page;
