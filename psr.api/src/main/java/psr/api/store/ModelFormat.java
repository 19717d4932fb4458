package psr.api.store;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.model.Model;

/**
 * Converts models of one class to arrays and back. A service; needs no properties. Thread-safe and stateless.
 *
 * @param <M> the class of models
 */
@ConsumerType
public interface ModelFormat<M extends Model> {

    /** The name in the file: lower-case letters, digits and dashes; must never change its meaning. */
    String kind();

    /** The class of the models it stores. */
    Class<M> type();

    /**
     * The model as arrays; {@link #restore} returns a model with the same predictions, bit for bit.
     *
     * @param formats stores nested models, if the model has any
     */
    StoredModel store(M model, ModelFormats formats);

    /**
     * Restores a model.
     *
     * @param stored of this {@link #kind()}
     * @param formats restores nested models, if the model has any
     * @throws IllegalArgumentException if the arrays do not make a valid model; the message says why
     */
    M restore(StoredModel stored, ModelFormats formats);
}
