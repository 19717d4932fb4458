package psr.api.eval;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.model.Filter;

/**
 * Measures a model in one pass over test sequences: for each sequence {@link #start}, then {@link #step} for each of its
 * positions, finally {@link #values}. Not thread-safe.
 */
@ConsumerType
public interface Meter {

    /**
     * Called at the start of a sequence.
     *
     * @param sequence its symbols; do not modify, and do not use after the sequence, because the array is reused
     * @param length the number of symbols; the array may be longer
     */
    void start(int[] sequence, int length);

    /**
     * Called at position t: the filter has seen the symbols before t, but not that at t.
     *
     * @param t the position, from 0
     * @param filter may be read and copied, but not updated or reset
     * @param scores the filter's scores for position t, one per symbol; do not modify
     */
    void step(int t, Filter filter, double[] scores);

    /**
     * The results, in the order of {@link Metric#measures}; a new array. NaN means that there was nothing to measure; it
     * is omitted from tables and averages.
     */
    double[] values();
}
