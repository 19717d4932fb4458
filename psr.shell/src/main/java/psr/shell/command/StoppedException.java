package psr.shell.command;

/** A command was stopped by a signal; the message says what was saved and how to continue. */
public final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean terminated;

    /**
     * @param message what was saved, in one line
     * @param terminated whether by SIGTERM, not by Ctrl-C
     */
    public StoppedException(String message, boolean terminated) {
        super(message);
        this.terminated = terminated;
    }

    /** Whether the process received SIGTERM, as opposed to Ctrl-C. */
    public boolean terminated() {
        return terminated;
    }
}
