package psr.api.eval;

import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.settings.Configurable;

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
     * Prepares the evaluation of models on a data set.
     *
     * @param context the training and test data
     * @param settings as the user chose them, already checked against their declared ranges
     * @throws IllegalArgumentException if the metric does not support such data, for example because it needs the true
     *         model; the message says what is missing
     */
    Evaluation prepare(EvaluationContext context, S settings);
}
