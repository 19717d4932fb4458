package psr.launcher.jobs;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.eval.Measure;
import psr.api.settings.ValidationError;
import psr.launcher.spi.CheckedExperiment;
import psr.launcher.trials.BoundExperiment;

/** An experiment that was bound to be checked; the job that is started with it takes the binding over. Thread-safe. */
final class CheckedBinding implements CheckedExperiment {

    private final List<ValidationError> errors;
    private final Map<String, Measure> measures;
    private BoundExperiment bound;

    /** One that can be submitted. */
    CheckedBinding(BoundExperiment bound) {
        this.errors = List.of();
        this.measures = bound.measures();
        this.bound = bound;
    }

    /** One that cannot. */
    CheckedBinding(List<ValidationError> errors) {
        this.errors = List.copyOf(errors);
        this.measures = Map.of();
    }

    @Override
    public List<ValidationError> errors() {
        return errors;
    }

    @Override
    public Map<String, Measure> measures() {
        return measures;
    }

    /** The binding, which the caller then has to close; empty if it was taken or closed. */
    synchronized Optional<BoundExperiment> take() {
        Optional<BoundExperiment> taken = Optional.ofNullable(bound);
        bound = null;
        return taken;
    }

    @Override
    public void close() {
        take().ifPresent(BoundExperiment::close);
    }
}
