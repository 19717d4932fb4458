package psr.server.store;

import psr.launcher.spi.JobStore;

/** The database cannot be reached at present. */
public final class StoreAwayException extends JobStore.UnavailableException {

    private static final long serialVersionUID = 1L;

    StoreAwayException(Throwable cause) {
        super("the database cannot be reached at present: " + cause.getMessage(), cause);
    }
}
