package psr.api.learn;

import java.util.Map;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.data.TrainingData;
import psr.api.model.Model;
import psr.api.settings.Configurable;

/**
 * Learns a model from data. A service, published with {@link psr.api.settings.PsrService}.
 *
 * <p>Stateless: many calls may run concurrently, and the service may be unregistered during a call. {@link
 * psr.api.contract.Contracts} checks these requirements.
 *
 * @param <S> the settings
 */
@ConsumerType
public interface Learner<S extends Record> extends Configurable<S> {

    /**
     * Learns a model. The same data, settings and seed of the run give the same model, bit for bit.
     *
     * <p>An iterative learner calls {@link Run#iterated} with 0 for its start and then after each iteration; if that
     * returns false, it returns its current model.
     *
     * @param data the training data; not modified
     * @param settings as the user chose them, already checked against their declared ranges
     * @param run randomness, progress and counters
     * @return the model; never null
     * @throws IllegalArgumentException if a setting does not fit the data, with rule and value
     * @throws LearningException if the data do not determine a model; the message has the numbers
     */
    Model learn(TrainingData data, S settings, Run run);

    /**
     * As {@link #learn(TrainingData, Record, Run)}, with settings as text, as in a recipe; omitted settings have their
     * defaults.
     *
     * @throws IllegalArgumentException also if a setting is unknown or its value is invalid
     */
    default Model learn(TrainingData data, Map<String, String> typed, Run run) {
        return learn(data, parse(typed), run);
    }
}
