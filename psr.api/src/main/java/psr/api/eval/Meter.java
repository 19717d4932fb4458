package psr.api.eval;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.model.Filter;

/**
 * Measures along one walk over test sequences: for each sequence {@link #start}, then {@link #step} for each of its
 * positions, at last {@link #values}. Used by one thread.
 */
@ConsumerType
public interface Meter {

    /**
     * A sequence begins.
     *
     * @param sequence its symbols; not to be modified, and not to be kept beyond the sequence: the array is used again
     * @param length how many of them there are; the array may be longer
     */
    void start(int[] sequence, int length);

    /**
     * The walk stands before position t: the filter has seen the symbols before it and not the one at t.
     *
     * @param t the position, from 0
     * @param filter not to be updated or reset, only asked or copied
     * @param scores the filter's scores for position t, one per symbol; not to be modified
     */
    void step(int t, Filter filter, double[] scores);

    /**
     * What was measured, in the order of {@link Metric#measures}; a new array. NaN says that there was nothing to
     * measure; it is left out of tables and averages.
     */
    double[] values();
}
