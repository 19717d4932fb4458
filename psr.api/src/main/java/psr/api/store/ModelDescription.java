package psr.api.store;

import java.util.Map;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.data.Alphabet;
import psr.api.data.Notation;
import psr.api.model.SingularValues;

/** What a model file says of itself. Immutable. */
@ProviderType
public interface ModelDescription {

    /** Which {@link ModelFormat} reads it. */
    String kind();

    /** The symbols. */
    Alphabet alphabet();

    /** How the symbols are written in text, where the file says it. */
    Optional<Notation> notation();

    /** How it was learned, as a user would type it; may be empty. */
    String recipe();

    /** Where it is from; not modifiable. */
    Map<String, String> provenance();

    /** The singular values that its learner saw in the data, where the file has them. */
    Optional<SingularValues> singularValues();

    /** The shape of every array by name, those of a model within the model behind its name and a slash; not modifiable. */
    Map<String, int[]> shapes();
}
