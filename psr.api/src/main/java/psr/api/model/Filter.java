package psr.api.model;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * One walk along one sequence. Not thread-safe; any number of filters of one model may walk at the same time.
 *
 * <p>Two filters of one model that were given the same symbols give the same scores, bit for bit.
 */
@ConsumerType
public interface Filter {

    /** Goes back to the start of a sequence: what follows equals what a fresh filter does. */
    void reset();

    /**
     * Takes in the symbol that was observed.
     *
     * @param symbol 0 … |O|−1
     * @throws IndexOutOfBoundsException if it is not a symbol of the alphabet
     */
    void update(int symbol);

    /**
     * Takes in that one more symbol was observed, without knowing which; only that it was not the end, where the alphabet
     * has one. Afterwards the filter predicts what follows on average over what that symbol may have been, as exactly as
     * the model allows.
     *
     * @return whether it did; if not, nothing has changed, and the filter never does
     */
    default boolean skip() {
        return false;
    }

    /**
     * The score of every symbol to be the one {@code ahead} steps on, given what was observed so far. Scores are raw:
     * they are finite, but may be negative and need not sum to one. Repairing them is the business of the metrics.
     *
     * @param ahead 1 for the next symbol, k for the k-th from here; at least 1
     * @param into overwritten; one score per symbol
     */
    void scores(int ahead, double[] into);

    /** A filter in the same state that walks on by itself. */
    Filter copy();

    /**
     * How often {@link #update} had to replace the state because it could not be computed or was out of all bounds,
     * since this filter was made; {@link #reset} does not set it back, a copy begins with the count of its original.
     */
    default long repairs() {
        return 0;
    }
}
