package psr.launcher.spi;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Formats and parses tasks and outcomes, for workers on other machines. Claims and candidate rates, which are not part of a
 * trial, are not preserved. A service; thread-safe.
 */
@ProviderType
public interface TrialText {

    /** Formats a task. */
    String write(TrialTask task);

    /**
     * Parses a task; the services it names need not be present.
     *
     * @throws IllegalArgumentException if it is invalid or was changed
     */
    TrialTask readTask(String text);

    /** Formats an outcome. */
    String write(TrialOutcome outcome);

    /**
     * Parses an outcome.
     *
     * @throws IllegalArgumentException if it is invalid or was changed
     */
    TrialOutcome readOutcome(String text);
}
