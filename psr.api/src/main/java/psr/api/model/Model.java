package psr.api.model;

import java.util.Optional;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.data.Space;

/**
 * A model of sequences: predicts the next observation from those before. Implementations are immutable and thread-safe. A
 * model of symbols declares {@code Alphabet space()} and {@code SymbolFilter filter()}, a model of vectors {@code Channels
 * space()} and {@code VectorFilter filter()}.
 */
@ConsumerType
public interface Model {

    /** The space of the observations that it predicts. */
    Space space();

    /**
     * The space of the inputs that it needs; empty if it needs none. A model without inputs may be applied to data with
     * inputs, which it ignores.
     */
    default Optional<Space> inputs() {
        return Optional.empty();
    }

    /** A new filter at the start of a sequence. */
    Filter filter();
}
