package psr.api.model;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.data.Sequences;

/**
 * The state of a model along one sequence: a {@link SymbolFilter} or a {@link VectorFilter}. Not thread-safe, but different
 * filters of one model may be used concurrently.
 *
 * <p>Two filters of one model that were given the same observations and inputs make the same predictions, bit for bit.
 */
@ConsumerType
public interface Filter {

    /** Returns to the start of a sequence, as if the filter were new; also forgets the plan. */
    void reset();

    /**
     * Sets the inputs of the rows to come: row {@code from} of sequence i belongs to the next observation, the row after it
     * to the one after that. The filter of a model with inputs needs a plan to update its state and to predict; others
     * ignore it.
     *
     * @param inputs over the model's input space; not copied, because data are immutable
     */
    default void plan(Sequences inputs, int i, int from) {}

    /** An independent filter in the same state, with the same plan. */
    Filter copy();

    /**
     * How often the state had to be replaced because it could not be computed or was out of bounds, since this filter was
     * created; {@link #reset} does not reset it, and a copy starts with the count of its original.
     */
    default long repairs() {
        return 0;
    }
}
