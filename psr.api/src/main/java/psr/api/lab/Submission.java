package psr.api.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

import org.osgi.annotation.versioning.ProviderType;

/** A run: an experiment that was submitted to the laboratory. Thread-safe. */
@ProviderType
public interface Submission extends AutoCloseable {

    /** The state of a run. */
    enum State {
        /** It has not started: it waits for a thread, or for its turn in a queue. */
        QUEUED,
        /** Trials are computed, rates are chosen, or the report is written. */
        RUNNING,
        /** Running trials continue to their end; no others are started. */
        PAUSED,
        /** A service, a bundle or a file is missing; only jobs of a server wait. */
        WAITING,
        /** All trials are finished. */
        DONE,
        /** It cannot continue; {@link Submission#failure} says why. Finished trials are saved. */
        FAILED,
        /** It was cancelled. Finished trials are saved; running trials may need a moment to stop. */
        CANCELLED;

        /** Whether the run has ended. */
        public boolean isOver() {
            return this == DONE || this == FAILED || this == CANCELLED;
        }
    }

    /** An id that is unique in this laboratory process; letters, digits and dashes. */
    String id();

    /** The submitted experiment, with the chosen rates as soon as there are some. */
    Experiment experiment();

    /** The options of the run. */
    RunOptions options();

    /** The shard of the experiment that it computes. */
    Shard share();

    /**
     * The folder in which the run is saved; empty if it is not saved. If the run ends without any model, its folder is
     * deleted, and the results stay in memory until this is closed.
     */
    Optional<Path> folder();

    /** The bundles it is bound to from start to end; not modifiable. */
    List<BundleVersion> bundles();

    /**
     * Messages for users about the start of the run: for example, that it uses an earlier version of a plugin that has been
     * replaced; not modifiable.
     */
    List<String> remarks();

    /** The state of the run. */
    State state();

    /** Why it cannot continue; empty unless it has {@link State#FAILED}. */
    Optional<Throwable> failure();

    /** Starts no further trial until {@link #resume}; running trials continue to their end. No effect after the end. */
    void pause();

    /** Continues after {@link #pause}. No effect otherwise. */
    void resume();

    /**
     * Requests all trials to stop as soon as possible, and returns immediately; results of finished trials stay. No effect
     * after the end.
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
     * The results of the trials that are finished so far.
     *
     * @throws IllegalStateException if this is closed and the run is not saved
     */
    Results results();

    /** The model, once {@link Laboratory#learn} has learned it; empty before, if it failed, and for experiments. */
    Optional<LearnedModel> model();

    /** The report; empty before the end of the run, and if there is none. */
    Optional<Report> report();

    /**
     * Waits until the run has ended and every observer has been notified of its end.
     *
     * @return whether all trials are finished; false if it was cancelled
     * @throws InterruptedException if the waiting thread is interrupted; the run continues
     * @throws ExecutionException if the run has failed, for example because its data cannot be read; the cause says why
     */
    boolean await() throws InterruptedException, ExecutionException;

    /**
     * Waits for the end with a timeout.
     *
     * @return whether the run has ended
     * @throws InterruptedException if the waiting thread is interrupted; the run continues
     */
    boolean await(Duration time) throws InterruptedException;

    /**
     * Cancels the run if it has not ended, and removes it from the laboratory; returns immediately. Its folder is not deleted.
     * A second call does nothing.
     */
    @Override
    void close();
}
