package psr.launcher.jobs;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import psr.api.eval.Measure;
import psr.api.settings.ValidationError;
import psr.launcher.spi.CheckedExperiment;
import psr.launcher.trials.BoundExperiment;

/** An experiment that was bound for a check. A job that is started with it becomes the owner of the binding. Thread-safe. */
record CheckedBinding(List<ValidationError> errors, Map<String, Measure> measures, AtomicReference<BoundExperiment> bound)
        implements
            CheckedExperiment {

    static CheckedBinding of(BoundExperiment bound) {
        return new CheckedBinding(List.of(), bound.measures(), new AtomicReference<>(bound));
    }

    static CheckedBinding rejected(List<ValidationError> errors) {
        return new CheckedBinding(List.copyOf(errors), Map.of(), new AtomicReference<>());
    }

    /** Transfers the binding to the caller, which must close it; empty if it was transferred or closed before. */
    Optional<BoundExperiment> take() {
        return Optional.ofNullable(bound.getAndSet(null));
    }

    @Override
    public void close() {
        take().ifPresent(BoundExperiment::close);
    }
}
