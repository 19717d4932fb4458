package psr.api.learn;

import java.util.Map;
import java.util.Optional;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.data.TrainingData;
import psr.api.model.Model;
import psr.api.settings.Configurable;

/**
 * Improves a model it is given. A service, published with {@link psr.api.settings.PsrService}.
 *
 * <p>Holds no state of a run: many calls may run at once on many threads, and the service may go away under them.
 * {@link psr.api.contract.Contracts} checks these promises.
 *
 * @param <S> the settings
 */
@ConsumerType
public interface Refiner<S extends Record> extends Configurable<S> {

    /**
     * Why this refiner cannot start from a model, for example {@code ig refines a linear PSR; found an n-gram model};
     * empty if it can.
     */
    Optional<String> objection(Model start);

    /**
     * The share of the training data that the stages before this one must not see, because this refiner judges its
     * progress by it: the laboratory gives them {@code data.holdOut(share).rest()}, and the refiner divides its own data
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
     * <p>Calls {@link Run#iterated} after each iteration, from 1; when that answers no, returns the model it has.
     *
     * @param start where to begin; one without {@link #objection}
     * @param data what to learn from, including the validation share; not modified
     * @param settings as the user chose them, already checked against their declared ranges
     * @param run randomness, progress and counters
     * @return the refined model; never null
     * @throws IllegalArgumentException if a setting does not fit the data or the model, with rule and value
     * @throws LearningException if the data do not determine a model, with the numbers that say why
     */
    Model refine(Model start, TrainingData data, S settings, Run run);

    /**
     * As {@link #refine(Model, TrainingData, Record, Run)}, with settings as they are typed in a recipe; what is not
     * mentioned has its default.
     *
     * @throws IllegalArgumentException also if a setting is unknown or its value is refused
     */
    default Model refine(Model start, TrainingData data, Map<String, String> typed, Run run) {
        return refine(start, data, parse(typed), run);
    }
}
