package psr.api.lab;

import org.osgi.annotation.versioning.ProviderType;

/** An experiment that was given to the laboratory. Thread-safe. */
@ProviderType
public interface Submission {

    /** What was submitted. */
    Experiment experiment();

    /** Asks every trial to stop as soon as it can; results that are finished stay. */
    void cancel();

    /** Whether nothing more will come. */
    boolean done();

    /**
     * Waits until nothing more will come.
     *
     * @return whether every trial was finished; false if it was cancelled
     * @throws InterruptedException if the waiting thread is interrupted; the experiment goes on
     * @throws java.util.concurrent.ExecutionException if the experiment cannot go on, for example because its data cannot
     *         be read; the cause says why
     */
    boolean await() throws InterruptedException, java.util.concurrent.ExecutionException;
}
