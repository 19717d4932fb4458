package psr.launcher.spi;

/** What a user can do with a job. */
public enum JobAction {
    /** No further trial starts. */
    PAUSE,
    /** Continues after a pause or a cancellation, or after the cause of a failure was removed. */
    RESUME,
    /** Ends it; finished trials stay. */
    CANCEL,
    /** Continues with more trials. */
    MORE,
    /** Starts again from the beginning. */
    RESTART,
    /** Removes it. */
    REMOVE
}
