package psr.api.store;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.model.Model;

/**
 * A model that provides its own arrays. If several bundles contain a copy of a model class, each copy is a different class.
 * Formats and services of other bundles use only the arrays, so they accept such a model regardless of its class. To load it,
 * one bundle must provide a {@link ModelFormat} for its kind, as for any other kind.
 */
@ConsumerType
public interface StorableModel extends Model {

    /**
     * Returns the model as arrays. {@link ModelFormat#restore} of the format of this kind must return a model with bitwise equal
     * predictions.
     */
    StoredModel stored();
}
