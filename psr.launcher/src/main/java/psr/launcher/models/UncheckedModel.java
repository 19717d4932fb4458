package psr.launcher.models;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.api.data.Alphabet;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/** The parsed content of one model in a file, outermost or nested. Not thread-safe. */
final class UncheckedModel {

    String kind;
    /** Null: those of the enclosing model. */
    List<String> symbols;
    String end;
    boolean hasTensors;
    final Map<String, String> words = new LinkedHashMap<>();
    /** The shapes of the arrays according to the file. */
    final Map<String, int[]> shapes = new LinkedHashMap<>();
    /** The numbers of the arrays that were read. */
    final Map<String, double[]> values = new LinkedHashMap<>();
    final Map<String, UncheckedModel> parts = new LinkedHashMap<>();

    /**
     * Returns the complete model. May be called only once, because it passes on the arrays without copying them.
     *
     * @param outer the symbols of the enclosing model; null if this is the outermost
     */
    StoredModel checked(Alphabet outer) throws ModelFileException {
        Alphabet alphabet = complete(outer);
        try {
            StoredModel.Builder stored = StoredModel.builder(kind, alphabet).words(words);
            for (Map.Entry<String, int[]> array : shapes.entrySet()) {
                stored.tensor(array.getKey(), Tensor.of(values.remove(array.getKey()), array.getValue()));
            }
            for (Map.Entry<String, UncheckedModel> part : parts.entrySet()) {
                stored.part(part.getKey(), part.getValue().checked(alphabet));
            }
            return stored.build();
        } catch (IllegalArgumentException e) {
            throw new ModelFileException(e.getMessage(), e);
        }
    }

    /** Checks that this model and its nested models are complete, except for the numbers, and returns the alphabet. */
    Alphabet complete(Alphabet outer) throws ModelFileException {
        require("kind", kind);
        require("tensors", hasTensors ? shapes : null);
        Alphabet alphabet = symbols == null && end == null ? outer : letters();
        require("alphabet", alphabet);
        for (UncheckedModel part : parts.values()) {
            part.complete(alphabet);
        }
        return alphabet;
    }

    private static void require(String field, Object value) throws ModelFileException {
        if (value == null) {
            throw new ModelFileException("a model file must have '" + field + "'; it has none");
        }
    }

    private Alphabet letters() throws ModelFileException {
        require("alphabet", symbols);
        try {
            if (end == null) {
                return Alphabet.of(symbols);
            }
            int last = symbols.size() - 1;
            if (last < 1 || !symbols.get(last).equals(end)) {
                throw new ModelFileException("the end must be the last symbol of at least 2; the end is "
                        + ModelFileException.quoted(end) + " and the last of " + symbols.size() + " symbols is "
                        + (last < 0 ? "none" : ModelFileException.quoted(symbols.get(last))));
            }
            return Alphabet.of(symbols.subList(0, last)).withEnd(end);
        } catch (IllegalArgumentException e) {
            throw new ModelFileException(e.getMessage(), e);
        }
    }
}
