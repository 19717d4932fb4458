package psr.api.eval;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.model.Model;

/**
 * A metric made ready for one data set: whatever depends on the data alone was computed once, by {@link Metric#prepare}.
 * Immutable and thread-safe: many models may be judged at once.
 */
@ConsumerType
public interface Evaluation {

    /** A new meter for one walk of a model. */
    Meter meter(Model model);
}
