package psr.api.store;

import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.model.Model;

/** Every {@link ModelFormat} that is present, for formats of models that hold other models. Thread-safe. */
@ProviderType
public interface ModelFormats {

    /**
     * Any model as arrays.
     *
     * @throws IllegalArgumentException if no format stores such a model
     */
    StoredModel store(Model model);

    /**
     * Any model again.
     *
     * @throws IllegalArgumentException if no format reads its kind, or the arrays are no such model
     */
    Model restore(StoredModel stored);

    /**
     * The formats of this package and these, for programs and tests without a laboratory.
     *
     * @param others asked in this order, after those of this package
     */
    static ModelFormats of(ModelFormat<?>... others) {
        return new KnownFormats(List.of(others));
    }
}
