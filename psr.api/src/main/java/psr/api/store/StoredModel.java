package psr.api.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import psr.api.data.Alphabet;

/**
 * A model as words and arrays. Immutable.
 *
 * @param kind which {@link ModelFormat} reads it, for example {@code linear-psr}
 * @param alphabet the symbols of the model
 * @param words what is not numbers, by name; not modifiable
 * @param tensors the numbers, by name, in the order they are written; not modifiable
 */
public record StoredModel(String kind, Alphabet alphabet, Map<String, String> words, Map<String, Tensor> tensors) {

    /** Copies the maps. */
    public StoredModel {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(alphabet, "alphabet");
        words = Collections.unmodifiableMap(new LinkedHashMap<>(words));
        tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
    }

    /**
     * The numbers of this name.
     *
     * @throws IllegalArgumentException if there are none
     */
    public Tensor tensor(String name) {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new IllegalArgumentException("a stored " + kind + " must have '" + name + "'; it has " + tensors.keySet());
        }
        return tensor;
    }

    /**
     * The word of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public String word(String name) {
        String word = words.get(name);
        if (word == null) {
            throw new IllegalArgumentException("a stored " + kind + " must have '" + name + "'; it has " + words.keySet());
        }
        return word;
    }
}
