package psr.api.lab;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.api.text.Notation;

/** A model and its provenance. Immutable. */
public final class LearnedModel {

    /** In the provenance: the data set, as a user would type it. */
    public static final String DATASET = "dataset";

    /** In the provenance: {@link psr.api.data.Symbols#sha256()} of the training data. */
    public static final String DATA_SHA256 = "data-sha256";

    /** In the provenance: the seed of the run. */
    public static final String SEED = "seed";

    /** In the provenance: the version of the laboratory. */
    public static final String LAB = "lab";

    /** In the provenance: the bundles with the services that made the model, with versions, separated by commas. */
    public static final String BUNDLES = "bundles";

    /** In the provenance: the program that wrote the file, for example a command. */
    public static final String CREATED_BY = "created-by";

    /** In the provenance: the origin of the data, in one line. */
    public static final String ORIGIN = "origin";

    /** In the provenance: the part of the data, and its size: {@code both parts together: 60 sequences, 240 symbols}. */
    public static final String LEARNED_FROM = "learned-from";

    /**
     * How much a model was learned from.
     *
     * @param observations in all sequences
     * @param extent for people: {@code 60 sequences, 240 symbols}
     */
    public record TrainingSize(long observations, String extent) {

        @Override
        public String toString() {
            return extent;
        }
    }

    private final Model model;
    private final String recipe;
    private final Map<String, String> provenance;
    private final Notation notation;
    private final SingularValues singularValues;
    private final TrainingSize trainingSize;

    private LearnedModel(Builder builder) {
        this.model = builder.model;
        this.recipe = builder.recipe;
        this.notation = builder.notation;
        this.singularValues = builder.singularValues;
        this.trainingSize = builder.trainingSize;
        this.provenance = Collections.unmodifiableMap(new LinkedHashMap<>(builder.provenance));
    }

    /** Builds a learned model without further information. */
    public static Builder builder(Model model) {
        return new Builder(model);
    }

    /** Builds a modified copy. */
    public Builder change() {
        Builder same =
                new Builder(model).recipe(recipe).provenance(provenance).notation(notation()).singularValues(singularValues());
        same.trainingSize = trainingSize;
        return same;
    }

    /** Collects information on a model. Not thread-safe. */
    public static final class Builder {

        private final Model model;
        private String recipe = "";
        private Notation notation;
        private SingularValues singularValues;
        private TrainingSize trainingSize;
        private final Map<String, String> provenance = new LinkedHashMap<>();

        private Builder(Model model) {
            this.model = Objects.requireNonNull(model, "model");
        }

        /** The recipe, as a user would type it. */
        public Builder recipe(String text) {
            this.recipe = Objects.requireNonNull(text, "recipe");
            return this;
        }

        /** The text form of the symbols, as in the training data. */
        public Builder notation(Notation written) {
            this.notation = Objects.requireNonNull(written, "notation");
            return this;
        }

        /** The text form of the symbols, if known. */
        public Builder notation(Optional<Notation> written) {
            this.notation = written.orElse(null);
            return this;
        }

        /** The singular values of the data, if the learner reported them. */
        public Builder singularValues(Optional<SingularValues> seen) {
            this.singularValues = seen.orElse(null);
            return this;
        }

        /** How much it was learned from. */
        public Builder trainingSize(TrainingSize size) {
            this.trainingSize = Objects.requireNonNull(size, "size");
            return this;
        }

        /** Where it is from, by the names above or others. */
        public Builder provenance(String name, String value) {
            this.provenance.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, name));
            return this;
        }

        /** Entries of the provenance, with the names above or others. */
        public Builder provenance(Map<String, String> all) {
            all.forEach(this::provenance);
            return this;
        }

        /** Builds the learned model. */
        public LearnedModel build() {
            return new LearnedModel(this);
        }
    }

    public Model model() {
        return model;
    }

    /** The recipe, as a user would type it; may be empty. */
    public String recipe() {
        return recipe;
    }

    /** The text form of the symbols, so that lines are read and written as in the training data. */
    public Optional<Notation> notation() {
        return Optional.ofNullable(notation);
    }

    /** The singular values of the data, if the learner reported them: for a mixture, those of the first part that has any. */
    public Optional<SingularValues> singularValues() {
        return Optional.ofNullable(singularValues);
    }

    /** The size of the training data; empty for a model from a file, whose provenance contains it as text. */
    public Optional<TrainingSize> trainingSize() {
        return Optional.ofNullable(trainingSize);
    }

    /** Where it is from, by the names above or others, in the order they are written; not modifiable. */
    public Map<String, String> provenance() {
        return provenance;
    }

    @Override
    public String toString() {
        return recipe.isEmpty() ? model.toString() : recipe;
    }
}
