package psr.api.model;

import org.osgi.annotation.versioning.ConsumerType;

/** The state of a model of symbols along one sequence. Not thread-safe. */
@ConsumerType
public interface SymbolFilter extends Filter {

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

    @Override
    SymbolFilter copy();

    /**
     * A new filter of a model of symbols.
     *
     * @throws IllegalArgumentException if the model predicts something else
     */
    static SymbolFilter of(Model model) {
        if (model.filter() instanceof SymbolFilter filter) {
            return filter;
        }
        throw new IllegalArgumentException("the model must predict symbols; it predicts " + model.space().kind());
    }
}
