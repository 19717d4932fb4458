package psr.api.learn;

/** The data do not determine a model. The message says in one sentence what the data lack, with numbers. */
public final class LearningException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message what the data lack, with numbers */
    public LearningException(String message) {
        super(message);
    }

    /** @param message what the data lack, with numbers */
    public LearningException(String message, Throwable cause) {
        super(message, cause);
    }
}
