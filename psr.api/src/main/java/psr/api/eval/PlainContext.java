package psr.api.eval;

import java.util.Objects;
import java.util.Optional;

import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.model.Model;

/** Training and test data without a true model. */
record PlainContext(TrainingData training, Sequences test) implements EvaluationContext {

    PlainContext {
        Objects.requireNonNull(training, "training");
        Objects.requireNonNull(test, "test");
    }

    @Override
    public Optional<Model> trueModel() {
        return Optional.empty();
    }

    @Override
    public Optional<double[]> trueProbabilities() {
        return Optional.empty();
    }
}
