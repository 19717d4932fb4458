package psr.api.store;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.model.Model;

/**
 * Turns models of one class into arrays and back. A service; needs no properties. Thread-safe and stateless.
 *
 * @param <M> the class of models
 */
@ConsumerType
public interface ModelFormat<M extends Model> {

    /** What stands in the file: lower-case letters, digits and dashes; never changes its meaning. */
    String kind();

    /** The class of the models it stores. */
    Class<M> type();

    /**
     * The model as arrays; {@link #restore} gives a model with the same predictions, bit for bit.
     *
     * @param formats stores the models within the model, where it has any
     */
    StoredModel store(M model, ModelFormats formats);

    /**
     * The model again.
     *
     * @param stored of this {@link #kind()}
     * @param formats restores the models within the model, where it has any
     * @throws IllegalArgumentException if the arrays are no such model; says what is missing or does not fit
     */
    M restore(StoredModel stored, ModelFormats formats);
}
