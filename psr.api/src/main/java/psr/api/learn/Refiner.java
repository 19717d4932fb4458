package psr.api.learn;

import java.util.Map;
import java.util.Optional;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.data.Sequences;
import psr.api.model.Model;
import psr.api.settings.Configurable;
import psr.api.settings.ValidationError;

/**
 * Improves a given model. A service, published with {@link psr.api.settings.PsrService}.
 *
 * <p>Stateless: many calls may run concurrently, and the service may be unregistered during a call. {@link
 * psr.api.contract.Contracts} checks these requirements.
 *
 * @param <S> the settings
 */
@ConsumerType
public interface Refiner<S extends Record> extends Configurable<S> {

    /**
     * Why this refiner cannot improve a model on such data, for example {@code ig refines a linear PSR; found an n-gram
     * model}; empty if it can. Looks at classes and sizes, not at all values.
     */
    Optional<ValidationError> objection(Model start, Sequences data, S settings);

    /**
     * The share of the training data that the stages before this one must not see, because this refiner validates its
     * progress on it: the laboratory passes them {@code data.holdOut(share).rest()}, and the refiner divides its own data
     * in the same way. 0 if it holds nothing out.
     *
     * @return at least 0, below 1
     */
    default double validationShare(S settings) {
        return 0;
    }

    /**
     * Improves a model. The same start, data, settings and seed of the run give the same model, bit for bit.
     *
     * <p>Calls {@link Run#iterated} after each iteration, from 1; if that returns false, returns its current model.
     *
     * @param start the model to improve; one without {@link #objection}
     * @param data the training data, including the validation share; not modified
     * @param settings as the user chose them, already checked against their declared ranges
     * @param run randomness, progress and counters
     * @return the refined model; never null
     * @throws IllegalArgumentException if a setting does not fit the data or the model, with rule and value
     * @throws LearningException if the data do not determine a model; the message has the numbers
     */
    Model refine(Model start, Sequences data, S settings, Run run);

    /**
     * As {@link #refine(Model, Sequences, Record, Run)}, with settings as text, as in a recipe; omitted settings have
     * their defaults.
     *
     * @throws IllegalArgumentException also if a setting is unknown or its value is invalid
     */
    default Model refine(Model start, Sequences data, Map<String, String> typed, Run run) {
        return refine(start, data, parse(typed), run);
    }
}
