package psr.api.learn;

import java.util.Map;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.data.TrainingData;
import psr.api.model.Model;
import psr.api.settings.Configurable;

/**
 * Learns a model from data. A service, published with {@link psr.api.settings.PsrService}.
 *
 * <p>Holds no state of a run: many calls may run at once on many threads, and the service may go away under them.
 * {@link psr.api.contract.Contracts} checks these promises.
 *
 * @param <S> the settings
 */
@ConsumerType
public interface Learner<S extends Record> extends Configurable<S> {

    /**
     * Learns a model. The same data, settings and seed of the run give the same model, bit for bit.
     *
     * <p>A learner that iterates calls {@link Run#iterated} with 0 for its start and then after each iteration; when
     * that answers no, it returns the model it has.
     *
     * @param data what to learn from; not modified
     * @param settings as the user chose them, already checked against their declared ranges
     * @param run randomness, progress and counters
     * @return the model; never null
     * @throws IllegalArgumentException if a setting does not fit the data, with rule and value
     * @throws LearningException if the data do not determine a model, with the numbers that say why
     */
    Model learn(TrainingData data, S settings, Run run);

    /**
     * As {@link #learn(TrainingData, Record, Run)}, with settings as they are typed in a recipe; what is not mentioned has
     * its default.
     *
     * @throws IllegalArgumentException also if a setting is unknown or its value is refused
     */
    default Model learn(TrainingData data, Map<String, String> typed, Run run) {
        return learn(data, parse(typed), run);
    }
}
