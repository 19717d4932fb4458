package psr.shell.command;

/** Whoever read the output of the command has gone, as {@code head} does: there is nobody left to tell anything. */
public final class ReaderGoneException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Nobody reads on. */
    public ReaderGoneException() {
        super("the reader of the output has gone");
    }
}
