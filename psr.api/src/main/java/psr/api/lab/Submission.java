package psr.api.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.store.LearnedModel;

/** An experiment that was given to the laboratory: a run. Thread-safe. */
@ProviderType
public interface Submission extends AutoCloseable {

    /** What a run is doing. */
    enum State {
        /** It has not begun: its thread, or its turn where runs take turns, is still to come. */
        QUEUED,
        /** Trials are computed, rates are chosen, or the report is written. */
        RUNNING,
        /** Trials that were under way go on to their end; no other begins. */
        PAUSED,
        /** It lacks a service, a bundle or a file; {@link Submission#waitingFor} says which. Only jobs of a server wait. */
        WAITING,
        /** Every trial is finished. */
        DONE,
        /** It cannot go on; {@link Submission#failure} says why. What was finished is kept. */
        FAILED,
        /** It was cancelled. What was finished is saved; trials under way may need a moment to stop. */
        CANCELLED;

        /** Whether nothing more will come. */
        public boolean isOver() {
            return this == DONE || this == FAILED || this == CANCELLED;
        }
    }

    /** Unique in this laboratory, for as long as it lives; letters, digits and dashes. */
    String id();

    /** What was submitted; once rates are chosen, with these. */
    Experiment experiment();

    /** How it is run. */
    RunOptions options();

    /** Which trials of the experiment it computes. */
    Shard share();

    /**
     * Where it is kept; empty if it is kept nowhere, also because it has ended without a single model: then its folder is taken
     * away, and the results stay here until this is closed.
     */
    Optional<Path> folder();

    /** The code it is bound to, from the beginning to the end; not modifiable. */
    List<BundleVersion> bundles();

    /**
     * What a person should know of how it was begun, in words: for example that it goes on with the version of a plugin that it
     * began with, which was replaced since; not modifiable.
     */
    List<String> remarks();

    /** What it is doing. */
    State state();

    /** What it waits for, in words; empty unless it is {@link State#WAITING}. */
    Optional<String> waitingFor();

    /** Why it cannot go on; empty unless it has {@link State#FAILED}. */
    Optional<Throwable> failure();

    /** Starts no further trial until {@link #resume}; those under way continue to their end. No effect once it is over. */
    void pause();

    /** Continues after {@link #pause}. No effect otherwise. */
    void resume();

    /**
     * Asks every trial to stop as soon as it can, and returns at once; results of finished trials stay. Without effect once it
     * is over.
     */
    void cancel();

    /**
     * Notifies an observer of what happens from now on, after the results that are finished so far and the present state, which
     * are delivered before this returns. A model is delivered only once, when it is learned: to get all models, pass the observer
     * to {@link Laboratory#submit}.
     *
     * @return removes the observer; throws nothing
     */
    Subscription observe(Observer observer);

    /**
     * All that is finished so far.
     *
     * @throws IllegalStateException if this is closed and the run is kept nowhere
     */
    Results results();

    /** The model, once {@link Laboratory#learn} has learned it; empty before, if it failed, and for experiments. */
    Optional<LearnedModel> model();

    /** What was made of the results in the end; empty before, and where nothing was to be reported. */
    Optional<Report> report();

    /**
     * Waits until the run has ended and every observer has been notified of its end.
     *
     * @return whether every trial was finished; false if it was cancelled
     * @throws InterruptedException if the waiting thread is interrupted; the run goes on
     * @throws ExecutionException if the run has failed, for example because its data cannot be read; the cause says why
     */
    boolean await() throws InterruptedException, ExecutionException;

    /**
     * Waits for a time.
     *
     * @return whether it is over
     * @throws InterruptedException if the waiting thread is interrupted; the run goes on
     */
    boolean await(Duration time) throws InterruptedException;

    /**
     * Cancels it if it is not over, and forgets it; returns at once. What is kept in a folder stays. A second call does
     * nothing.
     */
    @Override
    void close();
}
