package psr.shell.command;

/** The reader of the command's output has closed it, as {@code head} does; no message can be shown. */
public final class ReaderGoneException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ReaderGoneException() {
        super("the reader closed the output");
    }
}
