/**
 * What a report says of results: the tables of a run by recipe, judged claims, two runs side by side. Knows nothing of figures
 * and pages; what is computed over trials is in {@code psr.math.statistics}.
 *
 * <p>In: {@link psr.api.lab.Results}. Out: {@code Digest}, whose size does not depend on the number of trials;
 * {@code RunComparison} of two runs; verdicts of {@code ClaimJudge}, by the 95 % interval of a paired difference.
 */
package psr.eval.report.statistics;
