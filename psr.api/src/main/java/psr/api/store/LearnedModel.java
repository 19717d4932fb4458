package psr.api.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import psr.api.data.Notation;
import psr.api.model.Model;
import psr.api.model.SingularValues;

/** A model and where it is from. Immutable. */
public final class LearnedModel {

    /** In the provenance: the data set, as a user would type it. */
    public static final String DATASET = "dataset";

    /** In the provenance: {@link psr.api.data.Sequences#sha256()} of the training data. */
    public static final String DATA_SHA256 = "data-sha256";

    /** In the provenance: the seed of the run. */
    public static final String SEED = "seed";

    /** In the provenance: the version of the laboratory. */
    public static final String LAB = "lab";

    /** In the provenance: the bundles whose services made the model, with versions, separated by commas. */
    public static final String BUNDLES = "bundles";

    /** In the provenance: what wrote the file, for example a command. */
    public static final String CREATED_BY = "created-by";

    /** In the provenance: where the data are from, in one line. */
    public static final String ORIGIN = "origin";

    /** In the provenance: which part of the data, and how much: {@code both parts together: 60 sequences, 240 symbols}. */
    public static final String LEARNED_FROM = "learned-from";

    /** How much a model was learned from. */
    public record TrainingSize(int sequences, long symbols) {

        /** For people: {@code 60 sequences, 240 symbols}. */
        @Override
        public String toString() {
            return sequences + (sequences == 1 ? " sequence, " : " sequences, ") + symbols + " symbols";
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

    /** Begins with a model of which nothing else is known. */
    public static Builder builder(Model model) {
        return new Builder(model);
    }

    /** Begins one that differs from this one. */
    public Builder change() {
        Builder same =
                new Builder(model).recipe(recipe).provenance(provenance).notation(notation()).singularValues(singularValues());
        same.trainingSize = trainingSize;
        return same;
    }

    /** Gathers what is known of a model. Used by one thread. */
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

        /** How it was learned, as a user would type it. */
        public Builder recipe(String text) {
            this.recipe = Objects.requireNonNull(text, "recipe");
            return this;
        }

        /** How the symbols are written, as the data it learned from say. */
        public Builder notation(Notation written) {
            this.notation = Objects.requireNonNull(written, "notation");
            return this;
        }

        /** How the symbols are written, where that is known. */
        public Builder notation(Optional<Notation> written) {
            this.notation = written.orElse(null);
            return this;
        }

        /** What its learner saw of the data, where it told. */
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

        /** Where it is from, by the names above or others. */
        public Builder provenance(Map<String, String> all) {
            all.forEach(this::provenance);
            return this;
        }

        /** The model. */
        public LearnedModel build() {
            return new LearnedModel(this);
        }
    }

    /** The model. */
    public Model model() {
        return model;
    }

    /** How it was learned, as a user would type it; may be empty. */
    public String recipe() {
        return recipe;
    }

    /** How the symbols are written in text, so that lines are read and written as they were when it learned. */
    public Optional<Notation> notation() {
        return Optional.ofNullable(notation);
    }

    /** The singular values that its learner saw in the data, where it told: of a mixture, those of the first part that has any. */
    public Optional<SingularValues> singularValues() {
        return Optional.ofNullable(singularValues);
    }

    /** How much it was learned from; empty for a model from a file, whose provenance has it in words. */
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
