package psr.api.lab;

import java.util.Map;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.data.Space;
import psr.api.model.SingularValues;
import psr.api.store.ModelFormat;
import psr.api.text.Notation;

/** The description in a model file. Immutable. */
@ProviderType
public interface ModelDescription {

    /** The kind of the {@link ModelFormat} that reads it. */
    String kind();

    /** The space of the observations. */
    Space space();

    /** The space of the inputs that the model needs; empty if it needs none. */
    Optional<Space> inputs();

    /** The text form of the symbols, if the file has it. */
    Optional<Notation> notation();

    /** The recipe, as a user would type it; may be empty. */
    String recipe();

    /** The provenance; unmodifiable. */
    Map<String, String> provenance();

    /** The singular values of the data, if the file has them. */
    Optional<SingularValues> singularValues();

    /** The shape of every array by name, those of a nested model after its name and a slash; unmodifiable. */
    Map<String, int[]> shapes();
}
