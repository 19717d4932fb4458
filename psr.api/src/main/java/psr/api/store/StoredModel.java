package psr.api.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

import psr.api.data.Space;

/**
 * A model as words, arrays and nested models. Immutable.
 *
 * <p>Names of arrays and of nested models are 1 to 100 letters, digits, dots, dashes and underscores, starting with a
 * letter or digit: they become file names in an archive.
 */
public final class StoredModel {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,99}");

    private final String kind;
    private final Space space;
    private final Space inputs;
    private final Map<String, String> words;
    private final Map<String, Tensor> tensors;
    private final Map<String, StoredModel> parts;

    private StoredModel(Builder builder) {
        this.kind = builder.kind;
        this.space = builder.space;
        this.inputs = builder.inputs;
        this.words = Collections.unmodifiableMap(new LinkedHashMap<>(builder.words));
        this.tensors = Collections.unmodifiableMap(new LinkedHashMap<>(builder.tensors));
        this.parts = Collections.unmodifiableMap(new LinkedHashMap<>(builder.parts));
    }

    /**
     * Builds a stored model.
     *
     * @param kind that of the {@link ModelFormat} that reads it, for example {@code linear-psr}
     * @param space the observations of the model
     */
    public static Builder builder(String kind, Space space) {
        return new Builder(kind, space);
    }

    /** Collects the parts of a stored model. Not thread-safe. */
    public static final class Builder {

        private final String kind;
        private final Space space;
        private Space inputs;
        private final Map<String, String> words = new LinkedHashMap<>();
        private final Map<String, Tensor> tensors = new LinkedHashMap<>();
        private final Map<String, StoredModel> parts = new LinkedHashMap<>();

        private Builder(String kind, Space space) {
            this.kind = Objects.requireNonNull(kind, "kind");
            this.space = Objects.requireNonNull(space, "space");
        }

        /** The inputs that the model needs; by default none. */
        public Builder inputs(Space needed) {
            inputs = Objects.requireNonNull(needed, "inputs");
            return this;
        }

        /** Adds a text value. */
        public Builder word(String name, String word) {
            return once(words, name, Objects.requireNonNull(word, name));
        }

        /**
         * Adds an array.
         *
         * @throws IllegalArgumentException if the name is not allowed
         */
        public Builder tensor(String name, Tensor tensor) {
            return once(tensors, checked(name), Objects.requireNonNull(tensor, name));
        }

        /**
         * Adds a nested model, for example of a mixture.
         *
         * @throws IllegalArgumentException if the name is not allowed
         */
        public Builder part(String name, StoredModel part) {
            return once(parts, checked(name), Objects.requireNonNull(part, name));
        }

        /** Adds text values, in their order. */
        public Builder words(Map<String, String> all) {
            all.forEach(this::word);
            return this;
        }

        /** Adds arrays, in their order. */
        public Builder tensors(Map<String, Tensor> all) {
            all.forEach(this::tensor);
            return this;
        }

        private static String checked(String name) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("the name of an array or a nested model must be 1 to 100 letters, digits,"
                        + " dots, dashes and underscores, starting with a letter or digit; found '" + name + "'");
            }
            return name;
        }

        private <T> Builder once(Map<String, T> map, String name, T value) {
            if (map.put(Objects.requireNonNull(name, "name"), value) != null) {
                throw new IllegalArgumentException("a stored model must have each name once; '" + name + "' is given twice");
            }
            return this;
        }

        /** Builds the stored model. */
        public StoredModel build() {
            return new StoredModel(this);
        }
    }

    /** The kind of the {@link ModelFormat} that reads it. */
    public String kind() {
        return kind;
    }

    /** The space of the observations. */
    public Space space() {
        return space;
    }

    /** The space of the inputs that the model needs; empty if it needs none. */
    public Optional<Space> inputs() {
        return Optional.ofNullable(inputs);
    }

    /** The text values by name, in the order of the file; unmodifiable. */
    public Map<String, String> words() {
        return words;
    }

    /** The arrays by name, in the order of the file; unmodifiable. */
    public Map<String, Tensor> tensors() {
        return tensors;
    }

    /** The nested models by name, in the order of the file; unmodifiable. */
    public Map<String, StoredModel> parts() {
        return parts;
    }

    /**
     * The array with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Tensor tensor(String name) {
        return required(tensors, name);
    }

    /**
     * The text value with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public String word(String name) {
        return required(words, name);
    }

    /**
     * The nested model with this name.
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
        return other instanceof StoredModel that && kind.equals(that.kind) && space.equals(that.space)
                && Objects.equals(inputs, that.inputs)
                && words.equals(that.words) && tensors.equals(that.tensors) && parts.equals(that.parts);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, space, inputs, words, tensors, parts);
    }

    @Override
    public String toString() {
        return kind + " over " + space + ": " + tensors;
    }
}
