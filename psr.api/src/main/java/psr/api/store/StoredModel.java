package psr.api.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import psr.api.data.Alphabet;

/**
 * A model as words, arrays and other models. Immutable.
 *
 * <p>Names of arrays and of models within are 1 to 100 letters, digits, dots, dashes and underscores, a letter or digit
 * first: they become names of files within a file.
 */
public final class StoredModel {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,99}");

    private final String kind;
    private final Alphabet alphabet;
    private final Map<String, String> words;
    private final Map<String, Tensor> tensors;
    private final Map<String, StoredModel> parts;

    private StoredModel(Builder builder) {
        this.kind = builder.kind;
        this.alphabet = builder.alphabet;
        this.words = Collections.unmodifiableMap(new LinkedHashMap<>(builder.words));
        this.tensors = Collections.unmodifiableMap(new LinkedHashMap<>(builder.tensors));
        this.parts = Collections.unmodifiableMap(new LinkedHashMap<>(builder.parts));
    }

    /**
     * Begins a stored model.
     *
     * @param kind which {@link ModelFormat} reads it, for example {@code linear-psr}
     * @param alphabet the symbols of the model
     */
    public static Builder builder(String kind, Alphabet alphabet) {
        return new Builder(kind, alphabet);
    }

    /** Gathers what makes a stored model. Used by one thread. */
    public static final class Builder {

        private final String kind;
        private final Alphabet alphabet;
        private final Map<String, String> words = new LinkedHashMap<>();
        private final Map<String, Tensor> tensors = new LinkedHashMap<>();
        private final Map<String, StoredModel> parts = new LinkedHashMap<>();

        private Builder(String kind, Alphabet alphabet) {
            this.kind = Objects.requireNonNull(kind, "kind");
            this.alphabet = Objects.requireNonNull(alphabet, "alphabet");
        }

        /** Something that is not numbers. */
        public Builder word(String name, String word) {
            return once(words, name, Objects.requireNonNull(word, name));
        }

        /**
         * Numbers.
         *
         * @throws IllegalArgumentException if the name is not allowed
         */
        public Builder tensor(String name, Tensor tensor) {
            return once(tensors, checked(name), Objects.requireNonNull(tensor, name));
        }

        /**
         * A model within the model, for example of a mixture.
         *
         * @throws IllegalArgumentException if the name is not allowed
         */
        public Builder part(String name, StoredModel part) {
            return once(parts, checked(name), Objects.requireNonNull(part, name));
        }

        /** Words by name, in their order. */
        public Builder words(Map<String, String> all) {
            all.forEach(this::word);
            return this;
        }

        /** Numbers by name, in their order. */
        public Builder tensors(Map<String, Tensor> all) {
            all.forEach(this::tensor);
            return this;
        }

        private static String checked(String name) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("the name of an array or a model within must be 1 to 100 letters, digits,"
                        + " dots, dashes and underscores, a letter or digit first; found '" + name + "'");
            }
            return name;
        }

        private <T> Builder once(Map<String, T> map, String name, T value) {
            if (map.put(Objects.requireNonNull(name, "name"), value) != null) {
                throw new IllegalArgumentException("a stored model must have each name once; '" + name + "' is given twice");
            }
            return this;
        }

        /** The stored model. */
        public StoredModel build() {
            return new StoredModel(this);
        }
    }

    /** Which {@link ModelFormat} reads it. */
    public String kind() {
        return kind;
    }

    /** The symbols of the model. */
    public Alphabet alphabet() {
        return alphabet;
    }

    /** What is not numbers, by name, in the order it is written; not modifiable. */
    public Map<String, String> words() {
        return words;
    }

    /** The numbers, by name, in the order they are written; not modifiable. */
    public Map<String, Tensor> tensors() {
        return tensors;
    }

    /** The models within the model, by name, in the order they are written; not modifiable. */
    public Map<String, StoredModel> parts() {
        return parts;
    }

    /**
     * The numbers of this name.
     *
     * @throws IllegalArgumentException if there are none
     */
    public Tensor tensor(String name) {
        return required(tensors, name);
    }

    /**
     * The word of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public String word(String name) {
        return required(words, name);
    }

    /**
     * The model within of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public StoredModel part(String name) {
        return required(parts, name);
    }

    private <T> T required(Map<String, T> map, String name) {
        T value = map.get(name);
        if (value == null) {
            throw new IllegalArgumentException("a stored " + kind + " must have '" + name + "'; it has " + map.keySet());
        }
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredModel that && kind.equals(that.kind) && alphabet.equals(that.alphabet)
                && words.equals(that.words) && tensors.equals(that.tensors) && parts.equals(that.parts);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, alphabet, words, tensors, parts);
    }

    @Override
    public String toString() {
        return kind + " over " + alphabet + ": " + tensors;
    }
}
