package psr.api.eval;

import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.model.Model;

/** The data that a metric may use. Immutable and thread-safe. */
@ProviderType
public interface EvaluationContext {

    /** The training data of the models. */
    TrainingData training();

    /** The test data, in the order in which they are measured. */
    Sequences test();

    /** The model that generated the data, if known. */
    Optional<Model> trueModel();

    /** The true probability of each test sequence, in their order, if known; a new array. */
    Optional<double[]> trueProbabilities();

    /** Data without further information, for programs and tests without a laboratory. */
    static EvaluationContext of(TrainingData training, Sequences test) {
        return new PlainContext(training, test);
    }
}
