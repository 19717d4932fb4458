package psr.server.http;

import java.util.List;

import psr.api.settings.ValidationError;

/** Makes the server answer with a problem. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    public static ProblemException of(int status, String title, String detail) {
        return new ProblemException(Problem.of(status, title, detail));
    }

    public static ProblemException malformed(String detail) {
        return of(400, "malformed", detail);
    }

    /**
     * A malformed request, with the place of the error.
     *
     * @param place where in the body, as a JSON pointer
     */
    public static ProblemException malformed(String detail, String place) {
        return new ProblemException(new Problem(400, "malformed", detail, List.of(ValidationError.of(detail).at(place)), 0));
    }

    public static ProblemException missing(String what) {
        return of(404, "not found", what);
    }

    public static ProblemException conflict(String detail) {
        return of(409, "conflict", detail);
    }

    public static ProblemException tooMany(String detail, int retryAfter) {
        return new ProblemException(new Problem(429, "too many", detail, List.of(), retryAfter));
    }

    public Problem problem() {
        return problem;
    }
}
