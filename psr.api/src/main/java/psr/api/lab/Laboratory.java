package psr.api.lab;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Runs experiments with the learners, refiners, data sets and metrics that are present. A service; thread-safe.
 *
 * <p>An experiment keeps the services it began with: a bundle that is replaced under it changes nothing until the next
 * submission.
 */
@ProviderType
public interface Laboratory {

    /**
     * Binds the names of an experiment to services, checks every setting, and starts it.
     *
     * @param threads how many trials may run at once, at least 1; changes no result
     * @param observer is told what comes out
     * @return at once
     * @throws IllegalArgumentException if a name is unknown, a setting is wrong, or stages do not fit; nothing has been
     *         started
     */
    Submission submit(Experiment experiment, int threads, Observer observer);
}
