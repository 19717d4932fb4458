package psr.api.model;

import org.osgi.annotation.versioning.ConsumerType;

/** The state of a model of real vectors along one sequence. Rows are in the user's units. Not thread-safe. */
@ConsumerType
public interface VectorFilter extends Filter {

    /**
     * Updates the state with an observed row. Whatever finite row comes, predictions stay finite.
     *
     * @param row one value per channel, not modified; where one is NaN, the filter takes its own prediction in its place
     */
    void update(double[] row);

    /**
     * The expected row {@code ahead} steps later, given the observations so far and, for a model with inputs, the planned
     * inputs of these rows.
     *
     * @param ahead 1 for the next row, k for the k-th after the current position; at least 1
     * @param into overwritten; one finite number per channel
     * @throws IllegalStateException if the model needs inputs and the plan is too short
     */
    void mean(int ahead, double[] into);

    /**
     * The covariance matrix of the error of {@link #mean}.
     *
     * @param ahead as in {@link #mean}
     * @param into overwritten: d×d, row-major, symmetric, no negative number on the diagonal
     * @return whether the model has one; if false, nothing is written, and this filter never has one
     */
    default boolean covariance(int ahead, double[] into) {
        return false;
    }

    @Override
    VectorFilter copy();

    /**
     * A new filter of a model of vectors.
     *
     * @throws IllegalArgumentException if the model predicts something else
     */
    static VectorFilter of(Model model) {
        if (model.filter() instanceof VectorFilter filter) {
            return filter;
        }
        throw new IllegalArgumentException("the model must predict vectors; it predicts " + model.space().kind());
    }
}
