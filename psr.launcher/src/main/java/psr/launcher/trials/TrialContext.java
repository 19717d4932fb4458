package psr.launcher.trials;

import java.util.Optional;

import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.eval.EvaluationContext;
import psr.api.model.Model;
import psr.api.source.Dataset;

/** The data of a trial as metrics see them. */
record TrialContext(Dataset dataset) implements EvaluationContext {

    @Override
    public TrainingData training() {
        return dataset.training();
    }

    @Override
    public Sequences test() {
        return dataset.test();
    }

    @Override
    public Optional<Model> trueModel() {
        return dataset.oracle();
    }

    @Override
    public Optional<double[]> trueProbabilities() {
        return dataset.testProbabilities();
    }
}
