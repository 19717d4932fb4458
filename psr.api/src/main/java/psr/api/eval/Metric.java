package psr.api.eval;

import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.settings.Configurable;

/**
 * A way to judge models. A service, published with {@link psr.api.settings.PsrService}. Thread-safe and stateless.
 *
 * @param <S> the settings
 */
@ConsumerType
public interface Metric<S extends Record> extends Configurable<S> {

    /** The numbers it computes with these settings, in order; the same list on every call. */
    List<Measure> measures(S settings);

    /**
     * Gets ready to judge models on a data set.
     *
     * @param context what the models learned from and what they are judged on
     * @param settings as the user chose them, already checked against their declared ranges
     * @throws IllegalArgumentException if the metric cannot judge on such data, for example because it needs the true model;
     *         says what is missing
     */
    Evaluation prepare(EvaluationContext context, S settings);
}
