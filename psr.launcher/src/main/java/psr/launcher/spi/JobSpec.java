package psr.launcher.spi;

import java.util.Objects;
import java.util.Optional;

import psr.api.lab.Experiment;
import psr.api.lab.RunOptions;

/**
 * The experiment and the options of a job. Immutable.
 *
 * @param experiment for a model: one recipe and one trial; empty if the folder of the options contains a run, which is continued
 * @param priority of two jobs that both have trials to compute, the one with the higher priority is served first
 */
public record JobSpec(Kind kind, Optional<Experiment> experiment, RunOptions options, Placement placement, int priority) {

    /** What a job produces. */
    public enum Kind {
        /** A run folder. */
        RUN,
        /** A model. */
        MODEL
    }

    public JobSpec {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(experiment, "experiment");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(placement, "placement");
    }
}
