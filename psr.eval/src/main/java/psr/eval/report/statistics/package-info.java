/**
 * What results say: means over trials, paired differences, judged claims. Knows nothing of figures and pages.
 *
 * <p>In: {@link psr.api.lab.Results}, read once. Out: {@code Digest}, whose size does not depend on the number of
 * trials; {@code RunComparison} of two runs.
 *
 * <p>{@code TrialReader} hands out one trial at a time; {@code Contender} and {@code ClaimJudge} keep running means.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>n</td><td>trials in which both sides of a comparison have a value</td></tr>
 * <tr><td>d̄, s</td><td>mean of the paired differences; their standard deviation, divisor n − 1</td></tr>
 * <tr><td>s/√n</td><td>the standard error</td></tr>
 * <tr><td>d̄/s</td><td>the effect size</td></tr>
 * <tr><td>t(ν)</td><td>97.5 % quantile of Student's distribution with ν = n − 1 degrees of freedom</td></tr>
 * <tr><td>d̄ ± t s/√n</td><td>the 95 % interval by which claims are judged</td></tr>
 * </table>
 *
 * <p>Papers: Student 1908; Welford 1962 (running variance); Holm 1979 (several tests at once).
 */
package psr.eval.report.statistics;
