package psr.server.models;

import psr.server.http.ProblemException;

/** Limits the work of one request, in symbols processed. Not thread-safe. */
final class ComputeBudget {

    /** Maximum number of symbols that are read, drawn or predicted. */
    static final long MOST = 1_000_000;

    private final long most;
    private long count;

    ComputeBudget(long most) {
        this.most = most;
    }

    static ComputeBudget ofRequest() {
        return new ComputeBudget(MOST);
    }

    /** Adds symbols; throws a problem if the limit is exceeded. */
    void add(long more) {
        count += more;
        if (count > most) {
            throw ProblemException.of(413, "too large", "a request may take in, draw and look ahead at most " + most
                    + " symbols altogether; this one asks for at least " + count);
        }
    }
}
