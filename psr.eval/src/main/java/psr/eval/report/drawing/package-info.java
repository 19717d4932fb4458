/**
 * Figures from lines of means: curves, rows of dots, a legend. Knows nothing of runs, recipes and metrics.
 *
 * <p>In: {@code ChartLine}, {@code FigureText}. Out: {@code Drawing}, which gives SVG for pages and PDF for papers.
 * Everything is drawn through {@code Canvas}, so that both formats show the same.
 *
 * <p>{@code Markup} and {@code NumberText} write elements and numbers, for pages too.
 *
 * <p>Okabe and Ito 2008: colours that the colour-blind tell apart.
 */
package psr.eval.report.drawing;
