package psr.api.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

import org.osgi.annotation.versioning.ProviderType;

/** The trials of one run that are still to be computed, and where their outcomes go. Thread-safe. */
@ProviderType
public interface TrialSupply {

    /** The {@link Submission#id} of the run. */
    String run();

    /** How many trials of this run may be computed at once. */
    int threads();

    /** Any trial of this run, taken or not, for who prepares to compute them: only its number tells it from the others. */
    TrialTask anyTask();

    /**
     * The next trial. Waits while the run is paused.
     *
     * @return empty if none is left for now or the run is over; whoever computes may then leave
     * @throws InterruptedException if the waiting thread is interrupted; no task was taken
     */
    Optional<TrialTask> next() throws InterruptedException;

    /**
     * The next trial, for who has other runs too and must not wait for this one.
     *
     * @return empty if none can be taken now: the run is paused or over, or all its trials are taken
     */
    Optional<TrialTask> poll();

    /**
     * Computes a trial here and now, with the bundles that the run is bound to.
     *
     * @throws IOException if the data cannot be loaded
     * @throws CancellationException if the run was cancelled meanwhile
     */
    TrialOutcome compute(TrialTask task) throws IOException;

    /**
     * A trial is computed. One that comes a second time is ignored.
     *
     * @throws IllegalArgumentException if it is no outcome of the task
     */
    void finished(TrialTask task, TrialOutcome outcome);

    /**
     * Trials that were taken are computed: as {@link #finished(TrialTask, TrialOutcome)} for each, but kept together, which takes the disk no
     * longer than one.
     */
    void finished(List<TrialOutcome> outcomes);

    /**
     * A trial cannot be computed, by nobody: the run has failed.
     *
     * @param task null if no task was taken
     */
    void failed(TrialTask task, Throwable why);

    /** A trial was not computed, for a reason that is not its own: somebody else may take it. */
    void giveBack(TrialTask task);

    /**
     * A file that a setting of the run names, for whoever computes elsewhere. It must stay as it is until the run has ended:
     * its hash is noted in the run, and compared with what is noted there.
     *
     * @param named as the setting names it
     * @throws IllegalArgumentException if no setting names it, or it was changed since the run began
     * @throws IOException if it cannot be read
     */
    DataFile file(Path named) throws IOException;

    /**
     * A trial is begun somewhere, for who watches.
     *
     * @param where in words
     */
    void begun(TrialTask task, String where);

    /** Something happened to whoever computes that a person should know, in words. */
    void said(String words);

    /** An iteration of a trial is done, for who watches. */
    void iterated(TrialTask task, String label, int iteration);

    /** Whether the run is over, and nothing that is still computed will count. */
    boolean over();
}
