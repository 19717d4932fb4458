/**
 * What is made of results: judged claims, figures, tables, one page to read and to print.
 *
 * <p>In: {@link psr.api.lab.Results}. Out: verdicts; {@code claims.csv}, {@code figures/*.svg}, {@code figures/*.pdf},
 * {@code report.html}. The same results give the same bytes.
 *
 * <p>Data flow: {@code statistics} reads the results once and keeps means; {@code page} chooses what is shown of them,
 * writes tables and has {@code drawing} draw the figures; here the files are written.
 */
package psr.eval.report;
