package psr.launcher.spi;

import java.io.IOException;
import java.nio.file.Path;

/** A job whose trials remote workers may compute. Thread-safe. */
public interface RemoteJob {

    /** Unique in this process. */
    String id();

    /** The task of its trials, with the number of any of them. Does not change until the job is {@link #over}. */
    TrialTask task();

    /** Whether only remote workers compute it. */
    boolean onlyRemote();

    /** Whether outcomes are discarded from now on. */
    boolean over();

    /**
     * A file that a setting of the job names, with its hash.
     *
     * @throws IllegalArgumentException if no setting names it, or it has changed since the job started
     */
    DataFile file(Path named) throws IOException;

    /** A worker has started a trial. */
    void begun(int trial, String where);

    /** A worker has completed an iteration. */
    void iterated(int trial, String label, int iteration);

    /** Reports an event of the workers to users. */
    void said(String message);

    /** Fails the job because it cannot be computed. */
    void fail(Throwable reason);
}
