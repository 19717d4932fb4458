package psr.launcher.spi;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import psr.api.lab.Submission;
import psr.api.lab.Submission.State;

/**
 * Stores the jobs of a {@link JobQueue}. Changes are durable when a method returns: they survive a crash of the process. Thread-safe.
 *
 * <p>Every method may throw an {@link UnavailableException}; the queue then tries again later.
 */
public interface JobStore {

    /** Thrown when the store is temporarily unavailable; nothing was changed. */
    class UnavailableException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public UnavailableException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The job of an id; empty if it does not exist or was removed. */
    Optional<JobRow> find(String id);

    /** The jobs in a state, the oldest first. */
    List<JobRow> in(State state);

    /** The queued job of a kind whose turn it is: the one with the highest priority, then the oldest. */
    Optional<JobRow> next(JobSpec.Kind kind, Collection<String> except);

    /**
     * Reads what a job computes. Called once each time the job is loaded.
     *
     * @throws psr.api.settings.ValidationException if a service, bundle or file is missing
     * @throws IOException if its files cannot be used
     */
    JobSpec spec(String id) throws IOException;

    /** Writes a state, with the reason of a waiting or failed job. */
    void state(String id, State state, String reason);

    /** Writes the number of finished trials. */
    void done(String id, int trials);

    /** Writes remarks for users on how the job was started. */
    void remarks(String id, List<String> remarks);

    /**
     * Stores the model that a finished job of kind {@link JobSpec.Kind#MODEL} has produced, before the job is done.
     *
     * @throws IOException if it cannot be written
     */
    void keep(String id, Submission finished) throws IOException;
}
