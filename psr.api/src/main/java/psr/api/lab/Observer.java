package psr.api.lab;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.store.LearnedModel;

/**
 * Is notified of what happens in a run, in the order in which it happens, by one thread at a time; trials do not wait for it. Of
 * iterations and progress only the latest is delivered, at most four times a second for each recipe. What an observer throws is
 * logged. It may call the {@link Submission}, {@code pause} and {@code cancel} too, but must not wait for its end.
 */
@ConsumerType
public interface Observer {

    /** The run is now in this state. */
    default void changed(Submission.State state) {}

    /**
     * A trial is begun on another machine.
     *
     * @param trial from 0
     * @param where in words
     */
    default void begun(int trial, String where) {}

    /** Something happened to the machines that compute that a person should know, in words. */
    default void said(String words) {}

    /**
     * The data of a trial are there.
     *
     * @param trial from 0
     * @param origin where they are from, in one line
     */
    default void loaded(int trial, String origin) {}

    /**
     * An iteration is done.
     *
     * @param trial from 0
     * @param label the recipe
     * @param iteration iterations done in the last stage
     */
    default void iterated(int trial, String label, int iteration) {}

    /**
     * A stage says how far it is.
     *
     * @param trial from 0
     * @param label the recipe
     * @param share from 0 to 1; NaN if that is not known
     * @param doing what it does, in a few words
     */
    default void progressed(int trial, String label, double share, String doing) {}

    /** A recipe has made its model, on this machine: models that other machines learn are not told. */
    default void learned(int trial, String label, LearnedModel model) {}

    /**
     * A recipe, or the true model, has finished or failed in a trial.
     *
     * @param result what came out; it counts once its trial is finished
     * @param done how many results there are now
     * @param total how many there will be, as far as is known
     */
    default void finished(TrialResult result, int done, int total) {}

    /**
     * A trial is finished: its results are kept.
     *
     * @param done how many trials are finished
     * @param total how many there will be
     */
    default void trialFinished(int trial, int done, int total) {}

    /** The rate of a recipe was chosen. */
    default void rateChosen(RateChoice choice) {}
}
