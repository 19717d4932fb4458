package psr.api.settings;

import java.util.Objects;

/** The caller asked for something that cannot be; {@link #refusal} says what, as data. */
public final class RefusedException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    /** With what was refused. */
    public RefusedException(Refusal refusal) {
        this(refusal, null);
    }

    /** With what was refused and what showed it. */
    public RefusedException(Refusal refusal, Throwable cause) {
        super(refusal.message(), cause);
        this.refusal = Objects.requireNonNull(refusal, "refusal");
    }

    /** What was refused. */
    public Refusal refusal() {
        return refusal;
    }

    /** What an exception refuses: its own data, or only its words. */
    public static Refusal of(IllegalArgumentException refused) {
        return refused instanceof RefusedException known ? known.refusal
                : Refusal.of(refused.getMessage() == null ? refused.toString() : refused.getMessage());
    }
}
