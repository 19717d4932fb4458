package psr.server.models;

import psr.server.http.Problem;
import psr.server.http.ProblemException;

/** How much one request may have computed. Used by one thread. */
final class ComputeBudget {

    /** Symbols taken in, drawn or looked ahead, all together. */
    static final long MOST = 1_000_000;

    private final long most;
    private long count;

    ComputeBudget(long most) {
        this.most = most;
    }

    static ComputeBudget ofRequest() {
        return new ComputeBudget(MOST);
    }

    /** So many more; a problem if that is too much. */
    void add(long more) {
        count += more;
        if (count > most) {
            throw new ProblemException(Problem.of(413, "too large", "a request may take in, draw and look ahead at most " + most
                    + " symbols altogether; this one asks for at least " + count));
        }
    }
}
