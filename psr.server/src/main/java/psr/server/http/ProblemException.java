package psr.server.http;

import java.util.List;

import psr.api.settings.ValidationError;

/** There is no answer; the problem says why. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    /** For this reason. */
    public ProblemException(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    /** A request that cannot be understood. */
    public static ProblemException malformed(String detail) {
        return new ProblemException(Problem.of(400, "malformed", detail));
    }

    /**
     * The same, of one place.
     *
     * @param place where in the body, as a JSON pointer
     */
    public static ProblemException malformed(String detail, String place) {
        return new ProblemException(new Problem(400, "malformed", detail, List.of(ValidationError.of(detail).at(place)), 0));
    }

    /** There is no such thing. */
    public static ProblemException missing(String what) {
        return new ProblemException(Problem.of(404, "not found", what));
    }

    /** Not in the state that it is in. */
    public static ProblemException conflict(String detail) {
        return new ProblemException(Problem.of(409, "conflict", detail));
    }

    /** Too much at once. */
    public static ProblemException tooMany(String detail, int retryAfter) {
        return new ProblemException(new Problem(429, "too many", detail, List.of(), retryAfter));
    }

    /** Why. */
    public Problem problem() {
        return problem;
    }
}
