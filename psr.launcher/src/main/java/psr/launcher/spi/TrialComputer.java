package psr.launcher.spi;
import psr.api.lab.Observer;

import java.io.IOException;
import java.util.concurrent.CancellationException;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Computes trials of a run that was submitted by another process, with the bundles of that run, which it holds until it is
 * closed. Thread-safe: several trials may be computed at the same time.
 */
@ProviderType
public interface TrialComputer extends AutoCloseable {

    /**
     * Computes a trial, on the calling thread.
     *
     * @param trial from 0
     * @param files resolves the files that settings name
     * @param observer receives the events of the trial, on the threads that compute it; must not throw
     * @throws IOException if the data cannot be loaded
     * @throws CancellationException if this was closed meanwhile, or the calling thread was interrupted
     */
    TrialOutcome compute(int trial, NamedFiles files, Observer observer) throws IOException;

    /** Stops running trials as soon as possible and releases the bundles; returns immediately. */
    @Override
    void close();
}
