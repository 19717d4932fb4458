package psr.launcher.models;

import java.util.LinkedHashMap;
import java.util.Map;

import psr.api.data.Space;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/** The parsed content of one model in a file, outermost or nested. Not thread-safe. */
final class UncheckedModel {

    String kind;
    /** If it is empty, that of the enclosing model. */
    final UncheckedSpace space = new UncheckedSpace();
    /** Null if the model needs no inputs. */
    UncheckedSpace inputs;
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
     * @param outer the space of the enclosing model; null if this is the outermost
     */
    StoredModel checked(Space outer) throws ModelFileException {
        Space whole = complete(outer);
        try {
            StoredModel.Builder stored = StoredModel.builder(kind, whole).words(words);
            if (inputs != null) {
                stored.inputs(inputs.checked());
            }
            for (Map.Entry<String, int[]> array : shapes.entrySet()) {
                stored.tensor(array.getKey(), Tensor.of(values.remove(array.getKey()), array.getValue()));
            }
            for (Map.Entry<String, UncheckedModel> part : parts.entrySet()) {
                stored.part(part.getKey(), part.getValue().checked(whole));
            }
            return stored.build();
        } catch (IllegalArgumentException e) {
            throw new ModelFileException(e.getMessage(), e);
        }
    }

    /** Checks that this model and its nested models are complete, except for the numbers, and returns its space. */
    Space complete(Space outer) throws ModelFileException {
        require("kind", kind);
        require("tensors", hasTensors ? shapes : null);
        Space whole = space.isEmpty() ? outer : space.checked();
        require("alphabet", whole);
        if (inputs != null) {
            inputs.checked();
        }
        for (UncheckedModel part : parts.values()) {
            part.complete(whole);
        }
        return whole;
    }

    static void require(String field, Object value) throws ModelFileException {
        if (value == null) {
            throw new ModelFileException("a model file must have '" + field + "'; it has none");
        }
    }
}
