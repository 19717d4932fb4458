package psr.launcher.services;

/** The experiment was cancelled: there is no result, and this is not an error. */
public final class CancelledException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception without a stack trace: this is not an error. */
    public CancelledException() {
        super("cancelled", null, false, false);
    }
}
