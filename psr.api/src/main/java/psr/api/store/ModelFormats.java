package psr.api.store;

import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.model.Model;

/** All available {@link ModelFormat}s, for formats of models that contain other models. Thread-safe. */
@ProviderType
public interface ModelFormats {

    /**
     * Stores any model as arrays.
     *
     * @throws IllegalArgumentException if no format stores such a model
     */
    StoredModel store(Model model);

    /**
     * Restores any model.
     *
     * @throws IllegalArgumentException if no format reads its kind, or the arrays do not make a valid model
     */
    Model restore(StoredModel stored);

    /** Some formats, tried in this order, for programs and tests without a laboratory. */
    static ModelFormats of(ModelFormat<?>... formats) {
        return new KnownFormats(List.of(formats));
    }
}
