package psr.shell.command;

/** A command was stopped from outside; the message says what was kept and how to go on. */
public final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Whether the process was asked to end, not the command by its user. */
    private final boolean terminated;

    /**
     * A command was stopped.
     *
     * @param message what was kept, in one line
     * @param terminated whether by SIGTERM, not by Ctrl-C
     */
    public StoppedException(String message, boolean terminated) {
        super(message);
        this.terminated = terminated;
    }

    /** Whether the process was asked to end (SIGTERM), not the command by its user (Ctrl-C). */
    public boolean terminated() {
        return terminated;
    }
}
