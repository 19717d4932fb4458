package psr.shell.command;

/** A command did not reach its end, and nothing that was typed is to blame; the message says why. */
public final class CommandFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why, in one line. */
    public CommandFailedException(String message) {
        super(message);
    }
}
