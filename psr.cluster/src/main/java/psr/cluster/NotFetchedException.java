package psr.cluster;

import java.io.IOException;

/** A file could not be fetched from the submitter; the trial that needs it is not at fault. */
final class NotFetchedException extends IOException {

    private static final long serialVersionUID = 1L;

    NotFetchedException(String message, Throwable cause) {
        super(message, cause);
    }
}
