package psr.api.store;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.model.Model;

/**
 * A model that gives its own arrays. A class that several bundles contain is a different class in each of them: the formats
 * save such a model and a service of another bundle works on it by its arrays, whatever its class. To be loaded, its kind
 * needs a {@link ModelFormat} in one bundle, like any other.
 */
@ConsumerType
public interface StorableModel extends Model {

    /**
     * The model as arrays, of a kind whose {@link ModelFormat#restore} gives a model with the same predictions, bit for bit.
     */
    StoredModel stored();
}
