package psr.launcher.models;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import psr.api.store.StoredModel;

/**
 * What a model file holds. Immutable.
 *
 * @param stored the model as words and arrays
 * @param recipe how it was learned, as a user would type it; may be empty
 * @param provenance where it is from, by the names below or others, in the order they are written; not modifiable
 */
public record ModelFile(StoredModel stored, String recipe, Map<String, String> provenance) {

    /** In the provenance: the data set, as a user would type it. */
    public static final String DATASET = "dataset";

    /** In the provenance: {@link psr.api.data.Sequences#sha256()} of the training data. */
    public static final String DATA_SHA256 = "data-sha256";

    /** In the provenance: the seed of the run. */
    public static final String SEED = "seed";

    /** In the provenance: the version of the laboratory. */
    public static final String LAB = "lab";

    /** In the provenance: the bundles whose services made the model, with versions, separated by commas. */
    public static final String BUNDLES = "bundles";

    /** In the provenance: the command that wrote the file. */
    public static final String CREATED_BY = "created-by";

    /** Copies the provenance. */
    public ModelFile {
        Objects.requireNonNull(stored, "stored");
        Objects.requireNonNull(recipe, "recipe");
        provenance = Collections.unmodifiableMap(new LinkedHashMap<>(provenance));
    }
}
