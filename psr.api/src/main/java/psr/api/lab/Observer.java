package psr.api.lab;

import org.osgi.annotation.versioning.ConsumerType;

/** Is told what happens in a submission. Called by one thread at a time, in no particular order of trials. */
@ConsumerType
public interface Observer {

    /**
     * A recipe has finished or failed in a trial.
     *
     * @param result what came out
     * @param done how many results there are now
     * @param total how many there will be
     */
    void finished(TrialResult result, int done, int total);

    /**
     * An iteration is done.
     *
     * @param trial from 0
     * @param recipe the label
     * @param iteration iterations done in the last stage
     */
    default void iterated(int trial, String recipe, int iteration) {}
}
