package psr.api.learn;

/** The data do not determine a model. The message says in one sentence what is missing, with the numbers. */
public final class LearningException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What is missing, with the numbers. */
    public LearningException(String message) {
        super(message);
    }

    /** What is missing, with the numbers, and what showed it. */
    public LearningException(String message, Throwable cause) {
        super(message, cause);
    }
}
