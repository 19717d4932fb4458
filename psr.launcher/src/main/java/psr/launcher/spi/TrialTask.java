package psr.launcher.spi;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import psr.api.lab.BundleVersion;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Submission;

/**
 * The task to compute one trial, as plain data, for this or another machine. It does not include data files: a worker on another machine must
 * fetch them.
 *
 * @param run the {@link Submission#id} it belongs to
 * @param experiment the experiment, with the chosen rates
 * @param trial the number of the trial, from 0
 * @param part the part of the data that is used
 * @param limit the time limit of a stage
 * @param bundles the bundles that its results depend on; any if empty; not modifiable
 */
public record TrialTask(String run, Experiment experiment, int trial, DataPart part, Optional<Duration> limit,
        List<BundleVersion> bundles) {

    public TrialTask {
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(part, "part");
        bundles = List.copyOf(bundles);
        if (trial < 0 || trial >= experiment.trials()) {
            throw new IllegalArgumentException("the trial must be 0 … " + (experiment.trials() - 1) + "; trial=" + trial);
        }
    }
}
