package psr.cluster;

import java.io.IOException;

/** Something did not come from another machine: no fault of the trial that needs it. */
final class NotFetchedException extends IOException {

    private static final long serialVersionUID = 1L;

    NotFetchedException(String message, Throwable cause) {
        super(message, cause);
    }
}
