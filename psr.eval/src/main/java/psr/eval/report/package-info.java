/**
 * What is made of results: claims judged by paired differences, curves, tables, one page to read and to print.
 *
 * <p>In: {@link psr.api.report.Results}. Out: {@code claims.csv}, {@code figures/*.svg}, {@code report.html}.
 *
 * <p>{@code Walk} hands out one trial at a time; {@code Digest} and {@code Judge} keep running means of it, so that
 * memory does not depend on the number of trials; {@code Chart} and {@code Page} write what they found. The same
 * results give the same bytes.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>n</td><td>trials in which both sides of a comparison have a value</td></tr>
 * <tr><td>d̄, s</td><td>mean of the paired differences; their standard deviation, divisor n − 1</td></tr>
 * <tr><td>s/√n</td><td>the standard error</td></tr>
 * <tr><td>t(ν)</td><td>97.5 % quantile of Student's distribution with ν = n − 1 degrees of freedom</td></tr>
 * <tr><td>d̄ ± t s/√n</td><td>the 95 % interval by which claims are judged</td></tr>
 * </table>
 *
 * <p>Papers: Student 1908; Welford 1962 (running variance); Okabe and Ito 2008 (colours that the colour-blind tell
 * apart).
 */
package psr.eval.report;
