package psr.api.eval;

import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.model.Model;

/** What a metric may know about the data that models are judged on. Immutable and thread-safe. */
@ProviderType
public interface EvaluationContext {

    /** What the models learned from. */
    TrainingData training();

    /** What the models are judged on, in the order of the walk. */
    Sequences test();

    /** The model that generated the data, where it is known. */
    Optional<Model> trueModel();

    /** The true probability of each test sequence, in their order, where they are known; a new array. */
    Optional<double[]> trueProbabilities();

    /** Data of which nothing else is known, for programs and tests without a laboratory. */
    static EvaluationContext of(TrainingData training, Sequences test) {
        return new PlainContext(training, test);
    }
}
