package psr.launcher.spi;

import java.io.IOException;
import java.nio.file.Path;

import psr.api.lab.DataFile;
import psr.api.lab.TrialTask;

/** A job as workers on other machines see it. Thread-safe. */
public interface RemoteJob {

    /** Unique in this process. */
    String id();

    /** What its trials compute, with the number of any of them. Stays as it is until the job is {@link #over}. */
    TrialTask task();

    /** Whether only workers on other machines compute it. */
    boolean onlyRemote();

    /** Whether no outcome is wanted any more. */
    boolean over();

    /**
     * A file that a setting of the job names, with its hash.
     *
     * @throws IllegalArgumentException if no setting names it, or it was changed since the job started
     */
    DataFile file(Path named) throws IOException;

    /** A worker has started a trial. */
    void begun(int trial, String where);

    /** A worker has completed an iteration. */
    void iterated(int trial, String label, int iteration);

    /** Something happened to the workers that users should know. */
    void said(String message);

    /** It cannot be computed: the job fails. */
    void fail(Throwable reason);
}
