package psr.launcher.spi;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import psr.api.lab.Submission;
import psr.api.lab.Submission.State;

/**
 * Where a {@link JobQueue} keeps its jobs. What a method writes survives a kill of the process once it has returned. Thread-safe.
 *
 * <p>Every method may throw an {@link UnavailableException}; the queue then tries again later.
 */
public interface JobStore {

    /** The store cannot be reached for now; nothing was changed. */
    class UnavailableException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        /** With its reason. */
        public UnavailableException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** A job; empty if there is none of that id, or it was removed. */
    Optional<JobRow> find(String id);

    /** The jobs in a state, the oldest first. */
    List<JobRow> in(State state);

    /** The queued job of a kind whose turn it is: the one with the highest priority, then the oldest. */
    Optional<JobRow> next(JobSpec.Kind kind, Collection<String> except);

    /**
     * Reads what a job computes. Called once each time the job is loaded.
     *
     * @throws psr.api.settings.ValidationException if the job lacks something that it needs
     * @throws IOException if its files cannot be used
     */
    JobSpec spec(String id) throws IOException;

    /** Writes a state, with what a waiting job needs or why a failed one failed. */
    void state(String id, State state, String reason);

    /** Writes how many trials are finished. */
    void done(String id, int trials);

    /** Writes what users should know about how the job was started. */
    void remarks(String id, List<String> remarks);

    /**
     * Keeps the model that a finished job of kind {@link JobSpec.Kind#MODEL} has produced, before the job is done.
     *
     * @throws IOException if it cannot be written
     */
    void keep(String id, Submission finished) throws IOException;
}
