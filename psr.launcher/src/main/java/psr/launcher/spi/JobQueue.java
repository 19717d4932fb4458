package psr.launcher.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import psr.api.lab.BundleVersion;
import psr.api.lab.Submission;
import psr.api.lab.Submission.State;

/**
 * The queue of the jobs in a {@link JobStore}: loads a few jobs at a time, in order, and writes their states. Jobs that need a missing service,
 * bundle or file wait until it is present. After a crash the next process continues from the states in the store. Thread-safe.
 */
public interface JobQueue extends AutoCloseable {

    /**
     * The numbers of runs that an earlier process left, by state.
     *
     * @param trials number of finished trials of the running ones
     */
    record Recovered(int running, int trials, int queued, int waiting, int paused) {}

    /** Starts to load jobs. */
    Recovered start();

    /**
     * A job was added to the store.
     *
     * @param checked the experiment from the check before the submission, so that it need not be bound again; closed by the queue
     */
    void added(String id, JobSpec spec, CheckedExperiment checked);

    /** The store holds a new job, or one whose place in the queue has changed. */
    void wake();

    /**
     * Performs an action.
     *
     * @param write writes what the action changes besides the state, given the state that follows; that state is written by the queue afterwards.
     *        Called under the lock of this job, so that the job is not loaded meanwhile: must write to this job's row and folder only
     * @return the state that follows
     * @throws IllegalTransitionException if the state of the job does not permit it
     * @throws IllegalArgumentException if the store has no such job
     */
    State perform(String id, JobAction action, Consumer<State> write);

    /** Gives a loaded job another priority; the caller has written it to the store. */
    void priority(String id, int priority);

    /** Checks waiting jobs again, for example because a file has arrived. */
    void recheck();

    /** The submission of a loaded job; empty for others. */
    Optional<Submission> loaded(String id);

    /** Number of loaded jobs of a kind. */
    int loaded(JobSpec.Kind kind);

    /** The bundles that loaded runs are bound to, each with the ids of these runs. */
    Map<BundleVersion, List<String>> bundles();

    /** The places that compute trials of a loaded job or have finished some. */
    List<ComputingPlace> places(String id);

    /** Number of trials of a job that are being computed. */
    int running(String id);

    /** The places that compute trials of any job, or have finished some since this process started. */
    List<ComputingPlace> places();

    /** Stops all loaded jobs without writing their states, so that the next process continues them. */
    @Override
    void close();
}
