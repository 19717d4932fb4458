package psr.api.eval;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.model.Model;

/**
 * A metric prepared for one data set: {@link Metric#prepare} has computed everything that depends on the data alone.
 * Immutable and thread-safe: many models may be measured concurrently.
 */
@ConsumerType
public interface Evaluation {

    /** A new meter for one model. */
    Meter meter(Model model);
}
