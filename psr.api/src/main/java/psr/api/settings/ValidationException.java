package psr.api.settings;

import java.util.Objects;

/** A request is not valid; {@link #refusal} has the error as data. */
public final class ValidationException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient ValidationError refusal;

    /** Has an error. */
    public ValidationException(ValidationError refusal) {
        this(refusal, null);
    }

    /** Has an error and its cause. */
    public ValidationException(ValidationError refusal, Throwable cause) {
        super(refusal.message(), cause);
        this.refusal = Objects.requireNonNull(refusal, "refusal");
    }

    /** The error. */
    public ValidationError refusal() {
        return refusal;
    }

    /** The error of an exception: its own data, or only its message. */
    public static ValidationError of(IllegalArgumentException refused) {
        return refused instanceof ValidationException known ? known.refusal
                : ValidationError.of(refused.getMessage() == null ? refused.toString() : refused.getMessage());
    }
}
