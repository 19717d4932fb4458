package psr.api.settings;

import java.util.Objects;

/** A request is not valid; {@link #error} has the error as data. */
public final class ValidationException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient ValidationError error;

    /** Has an error. */
    public ValidationException(ValidationError error) {
        this(error, null);
    }

    /** Has an error and its cause. */
    public ValidationException(ValidationError error, Throwable cause) {
        super(error.message(), cause);
        this.error = Objects.requireNonNull(error, "error");
    }

    /** The error. */
    public ValidationError error() {
        return error;
    }

    /** The error of an exception: its own data, or only its message. */
    public static ValidationError of(IllegalArgumentException refused) {
        return refused instanceof ValidationException known ? known.error
                : ValidationError.of(refused.getMessage() == null ? refused.toString() : refused.getMessage());
    }
}
