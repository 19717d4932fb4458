package psr.api.eval;

import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.model.Filter;

/**
 * A position in the test data: before position t of a sequence, with predictions that are computed when a meter requests
 * them, once for all meters. Steps ahead count from 1: {@code scores(k)} predicts {@code symbol(k)}, {@code mean(k)}
 * predicts {@code row(k)}, for k up to {@link #left()}. Arrays are shared: do not modify them, and do not use them after
 * the step.
 */
@ProviderType
public interface Walk {

    /** The number of the test sequence, from 0. */
    int sequence();

    /** The position in the sequence, from 0; the model has seen the observations before it. */
    int t();

    /** The number of observations from here to the end of the sequence, at least 1. */
    int left();

    /**
     * The symbol {@code ahead} steps later.
     *
     * @throws IllegalStateException if the data are not symbols
     */
    int symbol(int ahead);

    /**
     * The model's score of every symbol for {@code ahead} steps later; finite, but perhaps negative.
     *
     * @throws IllegalStateException if the data are not symbols
     */
    double[] scores(int ahead);

    /**
     * The row {@code ahead} steps later; NaN where a value is missing.
     *
     * @throws IllegalStateException if the data are not vectors
     */
    double[] row(int ahead);

    /**
     * The model's expectation of the row {@code ahead} steps later; finite.
     *
     * @throws IllegalStateException if the data are not vectors
     */
    double[] mean(int ahead);

    /**
     * The covariance of the error of {@link #mean}, d×d, row-major; empty if the model has none.
     *
     * @throws IllegalStateException if the data are not vectors
     */
    Optional<double[]> covariance(int ahead);

    /** The filter, to be read or copied; it rejects updates. */
    Filter filter();
}
