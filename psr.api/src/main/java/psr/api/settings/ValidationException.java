package psr.api.settings;

import java.util.Objects;

/** The caller asked for something that cannot be; {@link #refusal} says what, as data. */
public final class ValidationException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient ValidationError refusal;

    /** With what was refused. */
    public ValidationException(ValidationError refusal) {
        this(refusal, null);
    }

    /** With what was refused and what showed it. */
    public ValidationException(ValidationError refusal, Throwable cause) {
        super(refusal.message(), cause);
        this.refusal = Objects.requireNonNull(refusal, "refusal");
    }

    /** What was refused. */
    public ValidationError refusal() {
        return refusal;
    }

    /** What an exception refuses: its own data, or only its words. */
    public static ValidationError of(IllegalArgumentException refused) {
        return refused instanceof ValidationException known ? known.refusal
                : ValidationError.of(refused.getMessage() == null ? refused.toString() : refused.getMessage());
    }
}
