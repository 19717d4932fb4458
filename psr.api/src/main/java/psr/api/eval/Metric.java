package psr.api.eval;

import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.data.TrainingData;
import psr.api.model.Model;
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
     * A new meter for one walk.
     *
     * @param model the model that is judged
     * @param training what the model learned from, for metrics that depend on what was seen there; not modified
     * @param settings as the user chose them, already checked against their declared ranges
     */
    Meter meter(Model model, TrainingData training, S settings);
}
