package psr.launcher.services;

/** The experiment was told to stop: there is no result, and nothing went wrong. */
public final class CancelledException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Without a stack trace: nothing went wrong. */
    public CancelledException() {
        super("cancelled", null, false, false);
    }
}
