package psr.shell.command;

/** A command failed for a reason other than wrong input; the message, of one line, is for the user. */
public final class CommandFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CommandFailedException(String message) {
        super(message);
    }
}
