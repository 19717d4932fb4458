package psr.launcher.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import psr.api.lab.BundleVersion;
import psr.api.lab.Submission;
import psr.api.lab.Submission.State;

/**
 * The jobs of a {@link JobStore}: loads those whose turn it is, a few at a time, and writes down what becomes of them. Jobs that lack a service,
 * a bundle or a file wait until it is there. After a kill the next process continues from what the store holds. Thread-safe.
 */
public interface JobQueue extends AutoCloseable {

    /**
     * How many runs an earlier process left in which state.
     *
     * @param trials finished trials of those that were running
     */
    record Recovered(int running, int trials, int queued, int waiting, int paused) {}

    /** Starts to load jobs. */
    Recovered start();

    /**
     * A job was added to the store.
     *
     * @param checked the experiment as it was checked when it was submitted, so that it need not be bound again; the queue closes it
     */
    void added(String id, JobSpec spec, CheckedExperiment checked);

    /** The store holds a new job, or one whose place in the queue has changed. */
    void wake();

    /**
     * Performs an action.
     *
     * @param write writes what the action changes besides the state, given the state that follows; that state is written by the queue afterwards
     * @return the state that follows
     * @throws IllegalTransitionException if the state of the job does not permit it
     * @throws IllegalArgumentException if the store has no such job
     */
    State perform(String id, JobAction action, Consumer<State> write);

    /** Gives a loaded job another priority; the caller has written it to the store. */
    void priority(String id, int priority);

    /** Something that waiting jobs may need has arrived, for example a file. */
    void recheck();

    /** The submission of a loaded job; empty for others. */
    Optional<Submission> loaded(String id);

    /** How many jobs of a kind are loaded. */
    int loaded(JobSpec.Kind kind);

    /** The bundles that loaded runs are bound to, each with the ids of these runs. */
    Map<BundleVersion, List<String>> bundles();

    /** Who computes trials of a loaded job, or has finished some. */
    List<ComputingPlace> places(String id);

    /** How many trials of a job are being computed. */
    int running(String id);

    /** Who computes trials of any job, or has finished some since this process started. */
    List<ComputingPlace> places();

    /** Stops all loaded jobs without writing their states, so that the next process continues them. */
    @Override
    void close();
}
