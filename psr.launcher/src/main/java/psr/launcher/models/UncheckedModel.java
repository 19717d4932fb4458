package psr.launcher.models;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.api.data.Alphabet;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/** What was read of one model in a file, the whole or one within. Used by one thread. */
final class UncheckedModel {

    String kind;
    /** None: that of the model around it. */
    List<String> symbols;
    String end;
    boolean hasTensors;
    final Map<String, String> words = new LinkedHashMap<>();
    /** The arrays that the file announces. */
    final Map<String, int[]> shapes = new LinkedHashMap<>();
    /** Their numbers, as far as they were read. */
    final Map<String, double[]> values = new LinkedHashMap<>();
    final Map<String, UncheckedModel> parts = new LinkedHashMap<>();

    /**
     * The model, complete. Its numbers are handed over: this can be called once.
     *
     * @param outer the symbols of the model around it; null if it is the outermost
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

    /** The symbols; refuses a model that lacks something, or one within that does. The numbers are not looked at. */
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
