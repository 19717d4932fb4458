/**
 * Reports of results: verdicts on claims, figures, tables, and a page to read and to print.
 *
 * <p>In: {@link psr.api.lab.Results}. Out: verdicts; {@code claims.csv}, {@code figures/*.svg}, {@code figures/*.pdf},
 * {@code report.html}. The same results give the same bytes.
 *
 * <p>Data flow: {@code statistics} reads the results once and computes means; {@code page} selects what to show, writes
 * tables and lets {@code drawing} draw the figures; this package writes the files.
 */
package psr.eval.report;
