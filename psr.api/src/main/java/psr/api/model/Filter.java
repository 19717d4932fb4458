package psr.api.model;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The state of a model along one sequence. Not thread-safe, but different filters of one model may be used concurrently.
 *
 * <p>Two filters of one model that were given the same symbols give the same scores, bit for bit.
 */
@ConsumerType
public interface Filter {

    /** Returns to the start of a sequence, as if the filter were new. */
    void reset();

    /**
     * Updates the state with an observed symbol.
     *
     * @param symbol 0 … |O|−1
     * @throws IndexOutOfBoundsException if it is not a symbol of the alphabet
     */
    void update(int symbol);

    /**
     * Updates the state with one unknown symbol; if the alphabet has an end, the symbol was not the end. Afterwards the
     * filter predicts the average over the possible symbols, as exactly as the model allows.
     *
     * @return whether the state was updated; if false, nothing has changed, and this filter never supports it
     */
    default boolean skip() {
        return false;
    }

    /**
     * The score of every symbol for the step {@code ahead} steps later, given the observations so far. Scores are raw:
     * they are finite, but may be negative and need not sum to one. Metrics repair them.
     *
     * @param ahead 1 for the next symbol, k for the k-th after the current position; at least 1
     * @param into overwritten; one score per symbol
     */
    void scores(int ahead, double[] into);

    /** An independent filter in the same state. */
    Filter copy();

    /**
     * How often {@link #update} had to replace the state because it could not be computed or was out of bounds, since
     * this filter was created; {@link #reset} does not reset it, and a copy starts with the count of its original.
     */
    default long repairs() {
        return 0;
    }
}
