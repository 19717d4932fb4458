/**
 * Scores models on test data and compares the scores.
 *
 * <p>In: {@code Model} and test sequences. Out: metric values, paired statistics, reports. Nothing here trains.
 */
package psr.eval;
