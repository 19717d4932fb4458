package psr.launcher.jobs;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.eval.Measure;
import psr.api.settings.ValidationError;
import psr.launcher.spi.CheckedExperiment;
import psr.launcher.trials.BoundExperiment;

/** An experiment that was bound for a check. A job that is started with it becomes the owner of the binding. Thread-safe. */
final class CheckedBinding implements CheckedExperiment {

    private final List<ValidationError> errors;
    private final Map<String, Measure> measures;
    private BoundExperiment bound;

    /** Creates the result for an experiment that can be submitted. */
    CheckedBinding(BoundExperiment bound) {
        this.errors = List.of();
        this.measures = bound.measures();
        this.bound = bound;
    }

    /** Creates the result for an experiment that cannot be submitted. */
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

    /** Transfers the binding to the caller, which must close it; empty if it was transferred or closed before. */
    synchronized Optional<BoundExperiment> take() {
        Optional<BoundExperiment> transferred = Optional.ofNullable(bound);
        bound = null;
        return transferred;
    }

    @Override
    public void close() {
        take().ifPresent(BoundExperiment::close);
    }
}
