package psr.launcher.services;

/** A service is present but cannot be used: it does not start, or it violates the contract of its kind. */
public final class BrokenServiceException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public BrokenServiceException(String message, Throwable cause) {
        super(message, cause);
    }
}
