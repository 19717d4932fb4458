package psr.launcher.models;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import psr.api.data.Space;
import psr.api.model.SingularValues;
import psr.api.store.StoredModel;
import psr.api.text.Notation;

/** The parsed content of a model file, untrusted until it is checked. Not thread-safe. */
final class UncheckedModelFile {

    final UncheckedModel model = new UncheckedModel();
    final Map<String, String> provenance = new LinkedHashMap<>();
    /** The words that describe how symbols are written; empty if the file has none. */
    final Map<String, String> notation = new LinkedHashMap<>();
    String recipe = "";
    String sha256;
    /** The singular values found by the learner; null if the file has none. */
    double[] singularValues;
    int rank;

    /**
     * Returns the complete model after checking its fingerprint. May be called only once, because it passes on the arrays
     * without copying them.
     *
     * @throws ModelFileException if something is missing or inconsistent
     */
    StoredModel checked() throws ModelFileException {
        complete();
        StoredModel stored = model.checked(null);
        String found = Fingerprint.of(stored, notation);
        if (!found.equals(sha256)) {
            throw new ModelFileException("the content must match the sha256 of the file; it was changed after it was"
                    + " written: the file has " + ModelFileException.quoted(sha256) + ", found '" + found + "'");
        }
        return stored;
    }

    /**
     * The description of the model. Its numbers need not have been read.
     *
     * @throws ModelFileException if something is missing
     */
    FileDescription described() throws ModelFileException {
        Space space = complete();
        Map<String, int[]> shapes = new LinkedHashMap<>();
        gather("", model, shapes);
        return new FileDescription(model.kind, space,
                model.inputs == null ? Optional.empty() : Optional.of(model.inputs.checked()), notation(), recipe, provenance,
                singularValues(), shapes);
    }

    /**
     * How the symbols are written, if the file has it.
     *
     * @throws ModelFileException if the words do not describe a notation
     */
    Optional<Notation> notation() throws ModelFileException {
        try {
            return notation.isEmpty() ? Optional.empty() : Optional.of(Notation.of(notation));
        } catch (IllegalArgumentException e) {
            throw new ModelFileException("the notation cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * The singular values found by the learner, if the file has them.
     *
     * @throws ModelFileException if they are not valid singular values
     */
    Optional<SingularValues> singularValues() throws ModelFileException {
        try {
            return singularValues == null ? Optional.empty() : Optional.of(SingularValues.of(singularValues, rank));
        } catch (IllegalArgumentException e) {
            throw new ModelFileException("the singular values cannot be read: " + e.getMessage(), e);
        }
    }

    private Space complete() throws ModelFileException {
        Space space = model.complete(null);
        if (sha256 == null) {
            throw new ModelFileException("a model file must have 'sha256'; it has none");
        }
        return space;
    }

    private static void gather(String prefix, UncheckedModel model, Map<String, int[]> into) {
        model.shapes.forEach((name, shape) -> into.put(prefix + name, shape));
        model.parts.forEach((name, part) -> gather(prefix + name + "/", part, into));
    }
}
