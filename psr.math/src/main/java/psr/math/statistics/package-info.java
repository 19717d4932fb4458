/**
 * Statistics over trials: the only place where means, standard errors, curves, paired differences, stage times and counts of
 * what happened are computed. CSV files, report, shell and HTTP show what {@code RunTables} computed.
 *
 * <p>In: {@link psr.api.lab.Results}, one trial after the other. Out: tables whose size does not depend on the number of trials.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>n</td><td>trials in which both sides of a comparison have a value</td></tr>
 * <tr><td>d̄, s</td><td>mean of the paired differences; their standard deviation, divisor n − 1</td></tr>
 * <tr><td>s/√n</td><td>the standard error</td></tr>
 * <tr><td>t(ν)</td><td>97.5 % quantile of Student's distribution with ν = n − 1 degrees of freedom</td></tr>
 * <tr><td>d̄ ± t s/√n</td><td>the 95 % interval</td></tr>
 * </table>
 *
 * <p>Papers: Student 1908; Welford 1962 (running variance); Holm 1979 (several tests at once).
 */
package psr.math.statistics;
