package psr.server.store;

/** The database cannot be reached for now. */
public final class StoreAwayException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StoreAwayException(Throwable cause) {
        super("the database cannot be reached for now: " + cause.getMessage(), cause);
    }
}
