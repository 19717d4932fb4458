package psr.api.learn;

import java.util.List;
import java.util.Optional;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.data.Sequences;
import psr.api.model.Model;
import psr.api.settings.Configurable;
import psr.api.settings.ValidationError;

/**
 * Makes one model of several, for example a mixture. A service, published with {@link psr.api.settings.PsrService}; a
 * recipe names it with the recipes of its models, {@code mix/2sr+bptt/ngram:order=5}.
 *
 * <p>Stateless: many calls may run concurrently, and the service may be unregistered during a call.
 *
 * @param <S> the settings
 */
@ConsumerType
public interface Combiner<S extends Record> extends Configurable<S> {

    /**
     * The share of the training data that the models must not have seen, because this combiner computes their weights
     * from it: the laboratory lets them learn from {@code data.holdOut(share).rest()}, and the combiner divides its own
     * data in the same way. 0 if it holds nothing out.
     *
     * @return at least 0, below 1
     */
    default double validationShare(S settings) {
        return 0;
    }

    /**
     * Why this combiner cannot combine such models on such data; empty if it can. Looks at classes and sizes, not at all
     * values.
     */
    default Optional<ValidationError> objection(List<Model> models, Sequences data, S settings) {
        return Optional.empty();
    }

    /**
     * Makes one model of several over the same space. The same models, data, settings and seed of the run give the same
     * model, bit for bit.
     *
     * @param models in the order of the recipe, at least one; not modified
     * @param data the training data, including the validation share; not modified
     * @param settings as the user chose them, already checked against their declared ranges
     * @param run randomness, progress and counters
     * @return the model; never null
     * @throws IllegalArgumentException if a setting does not fit the data or the models, with rule and value
     * @throws LearningException if the data do not determine a model; the message has the numbers
     */
    Model combine(List<Model> models, Sequences data, S settings, Run run);
}
