package psr.api.lab;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Receives the events of a run in order, on one thread at a time; trials do not wait for it. Of iterations and progress,
 * only the latest is delivered, at most four times a second per recipe. Exceptions of an observer are logged. It may call
 * all methods of the {@link Submission}, including {@code pause} and {@code cancel}, but must not wait for the end of the
 * run.
 */
@ConsumerType
public interface Observer {

    /** The state of the run has changed. */
    default void changed(Submission.State state) {}

    /**
     * A trial was started on another machine.
     *
     * @param trial from 0
     * @param where a description of the machine
     */
    default void begun(int trial, String where) {}

    /** A message for users about the machines that compute. */
    default void said(String words) {}

    /**
     * The data of a trial are loaded.
     *
     * @param trial from 0
     * @param origin the origin of the data, in one line
     */
    default void loaded(int trial, String origin) {}

    /**
     * An iteration is completed.
     *
     * @param trial from 0
     * @param label the recipe
     * @param iteration the number of completed iterations of the last stage
     */
    default void iterated(int trial, String label, int iteration) {}

    /**
     * A stage reported its progress.
     *
     * @param trial from 0
     * @param label the recipe
     * @param share the completed fraction, from 0 to 1; NaN if unknown
     * @param doing the current activity, in a few words
     */
    default void progressed(int trial, String label, double share, String doing) {}

    /** A recipe has produced its model on this machine; not called for models learned on other machines. */
    default void learned(int trial, String label, LearnedModel model) {}

    /**
     * A recipe, or the true model, has finished or failed in a trial.
     *
     * @param result the result, which is saved once its trial is finished
     * @param done the number of results so far
     * @param total the expected number of results
     */
    default void finished(TrialResult result, int done, int total) {}

    /**
     * A trial is finished and its results are saved.
     *
     * @param done the number of finished trials
     * @param total the number of all trials
     */
    default void trialFinished(int trial, int done, int total) {}

    /** The rate of a recipe was chosen. */
    default void rateChosen(RateChoice choice) {}
}
