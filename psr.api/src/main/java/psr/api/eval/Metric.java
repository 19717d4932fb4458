package psr.api.eval;

import java.util.List;
import java.util.Optional;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.settings.Configurable;
import psr.api.settings.ValidationError;
import psr.api.source.Dataset;

/**
 * Measures the quality of models. A service, published with {@link psr.api.settings.PsrService}. Thread-safe and
 * stateless.
 *
 * @param <S> the settings
 */
@ConsumerType
public interface Metric<S extends Record> extends Configurable<S> {

    /** The numbers it computes with these settings, in order; the same list on every call. */
    List<Measure> measures(S settings);

    /**
     * Why this metric cannot measure models of such data, for example because they lack a true model; empty if it can. Looks
     * at sizes, not at all values.
     */
    default Optional<ValidationError> objection(Dataset data, S settings) {
        return Optional.empty();
    }

    /**
     * Prepares the evaluation of models on a data set.
     *
     * @param data the training data of the models, the test data, which are walked in their order, and what is known of the
     *         truth
     * @param settings as the user chose them, already checked against their declared ranges
     * @throws IllegalArgumentException if the metric does not support such data; the message says what is missing
     */
    Evaluation prepare(Dataset data, S settings);
}
