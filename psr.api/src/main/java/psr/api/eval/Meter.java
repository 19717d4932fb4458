package psr.api.eval;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Measures a model in one pass over test sequences: {@link #step} for each position, in order, finally {@link #values}. Not
 * thread-safe.
 */
@ConsumerType
public interface Meter {

    /**
     * Called at each position.
     *
     * @param walk the position, the data and the model's predictions; the same object each time
     */
    void step(Walk walk);

    /**
     * The results, in the order of {@link Metric#measures}; a new array. NaN means that there was nothing to measure; it
     * is omitted from tables and averages.
     */
    double[] values();
}
