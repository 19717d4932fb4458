package psr.api.learn;

import java.util.Map;
import java.util.Optional;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.data.Sequences;
import psr.api.model.Model;
import psr.api.settings.Configurable;
import psr.api.settings.ValidationError;

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
     * @param data the training data, of a kind that the service accepts; not modified
     * @param settings as the user chose them, already checked against their declared ranges
     * @param run randomness, progress and counters
     * @return the model; never null
     * @throws IllegalArgumentException if a setting does not fit the data, with rule and value
     * @throws LearningException if the data do not determine a model; the message has the numbers
     */
    Model learn(Sequences data, S settings, Run run);

    /**
     * Why this learner cannot learn from such data with these settings; empty if it can. It is asked before anything is
     * computed, and only about data of a kind that the service accepts. Looks at sizes, not at all values: {@link
     * #learn(Sequences, Record, Run)} may still throw a {@link LearningException}.
     */
    default Optional<ValidationError> objection(Sequences data, S settings) {
        return Optional.empty();
    }

    /**
     * As {@link #learn(Sequences, Record, Run)}, with settings as text, as in a recipe; omitted settings have their
     * defaults.
     *
     * @throws IllegalArgumentException also if a setting is unknown or its value is invalid
     */
    default Model learn(Sequences data, Map<String, String> typed, Run run) {
        return learn(data, parse(typed), run);
    }
}
