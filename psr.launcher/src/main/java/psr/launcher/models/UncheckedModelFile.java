package psr.launcher.models;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import psr.api.data.Alphabet;
import psr.api.data.Notation;
import psr.api.model.SingularValues;
import psr.api.store.StoredModel;

/** What was read of a model file so far. Nothing is trusted before it was checked. Used by one thread. */
final class UncheckedModelFile {

    final UncheckedModel model = new UncheckedModel();
    final Map<String, String> provenance = new LinkedHashMap<>();
    /** The words of how the symbols are written; none if the file does not say. */
    final Map<String, String> notation = new LinkedHashMap<>();
    String recipe = "";
    String sha256;
    /** What the learner saw; null if the file does not say. */
    double[] singularValues;
    int rank;

    /**
     * The model, complete and with the fingerprint that the file claims. Its numbers are handed over: this can be called once.
     *
     * @throws ModelFileException if something is missing or does not fit
     */
    StoredModel checked() throws ModelFileException {
        complete();
        StoredModel stored = model.checked(null);
        String found = Fingerprint.of(stored, notation);
        if (!found.equals(sha256)) {
            throw new ModelFileException("the content must have the sha256 that the file says; it was changed since it was"
                    + " written: the file says " + ModelFileException.quoted(sha256) + ", found '" + found + "'");
        }
        return stored;
    }

    /**
     * What the file says of itself. Its numbers need not have been read.
     *
     * @throws ModelFileException if something is missing
     */
    FileDescription described() throws ModelFileException {
        Alphabet alphabet = complete();
        Map<String, int[]> shapes = new LinkedHashMap<>();
        gather("", model, shapes);
        return new FileDescription(model.kind, alphabet, notation(), recipe, provenance, singularValues(), shapes);
    }

    /**
     * How the symbols are written, where the file says it.
     *
     * @throws ModelFileException if the words describe no notation
     */
    Optional<Notation> notation() throws ModelFileException {
        try {
            return notation.isEmpty() ? Optional.empty() : Optional.of(Notation.of(notation));
        } catch (IllegalArgumentException e) {
            throw new ModelFileException("the notation cannot be read here: " + e.getMessage(), e);
        }
    }

    /**
     * The singular values that the learner saw, where the file has them.
     *
     * @throws ModelFileException if they make none
     */
    Optional<SingularValues> singularValues() throws ModelFileException {
        try {
            return singularValues == null ? Optional.empty() : Optional.of(SingularValues.of(singularValues, rank));
        } catch (IllegalArgumentException e) {
            throw new ModelFileException("the singular values cannot be read: " + e.getMessage(), e);
        }
    }

    private Alphabet complete() throws ModelFileException {
        Alphabet alphabet = model.complete(null);
        if (sha256 == null) {
            throw new ModelFileException("a model file must have 'sha256'; it has none");
        }
        return alphabet;
    }

    private static void gather(String prefix, UncheckedModel model, Map<String, int[]> into) {
        model.shapes.forEach((name, shape) -> into.put(prefix + name, shape));
        model.parts.forEach((name, part) -> gather(prefix + name + "/", part, into));
    }
}
