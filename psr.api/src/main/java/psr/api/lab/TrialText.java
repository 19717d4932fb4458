package psr.api.lab;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Tasks and outcomes as text, for workplaces on other machines. What is read is what was written, but for the claims and the rates
 * to choose from, which are no part of a trial. A service; thread-safe.
 */
@ProviderType
public interface TrialText {

    /** A task as text. */
    String write(TrialTask task);

    /**
     * Reads a task; the services it names need not be here.
     *
     * @throws IllegalArgumentException if it is none, or was changed
     */
    TrialTask readTask(String text);

    /** An outcome as text. */
    String write(TrialOutcome outcome);

    /**
     * Reads an outcome.
     *
     * @throws IllegalArgumentException if it is none, or was changed
     */
    TrialOutcome readOutcome(String text);
}
