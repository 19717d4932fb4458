package psr.api.lab;

import java.io.IOException;
import java.util.concurrent.CancellationException;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Computes trials of a run that was submitted elsewhere, with the bundles of that run, which it holds until it is closed.
 * Thread-safe: several trials may be computed at once.
 */
@ProviderType
public interface TrialComputer extends AutoCloseable {

    /**
     * Computes a trial, on the calling thread.
     *
     * @param trial from 0
     * @param files where the files are that settings name
     * @param observer is told what happens in the trial, by the threads that compute it; must not throw
     * @throws IOException if the data cannot be loaded
     * @throws CancellationException if this was closed meanwhile, or the calling thread was interrupted
     */
    TrialOutcome compute(int trial, NamedFiles files, Observer observer) throws IOException;

    /** Stops the trials that are computed, as soon as they can, and lets the bundles go; returns at once. */
    @Override
    void close();
}
