package psr.launcher.services;

/** A service is there but cannot be used: it does not start, or breaks the rules of its kind. */
public final class BrokenServiceException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public BrokenServiceException(String message, Throwable cause) {
        super(message, cause);
    }
}
