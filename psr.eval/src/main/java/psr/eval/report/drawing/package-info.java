/**
 * Figures from lines of means: curves, rows of dots, a legend. Independent of runs, recipes and metrics.
 *
 * <p>In: {@code ChartLine}, {@code FigureText}. Out: {@code Drawing}, as SVG for pages and PDF for papers. Everything is
 * drawn through {@code Canvas}, so that both formats show the same.
 *
 * <p>{@code Markup} and {@code NumberText} format elements and numbers, for pages too.
 *
 * <p>Okabe and Ito 2008: colors that color-blind people can distinguish.
 */
package psr.eval.report.drawing;
