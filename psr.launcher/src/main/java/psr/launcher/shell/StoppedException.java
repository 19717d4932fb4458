package psr.launcher.shell;

/** The user stopped a command; the message says what was kept and how to go on. */
public final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What was kept, in one line. */
    public StoppedException(String message) {
        super(message);
    }
}
