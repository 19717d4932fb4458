package psr.api.text;

/** How to treat the name of a symbol that is not in an alphabet. */
public enum Unknown {
    /** Reject the input. */
    REFUSE,
    /** Skip it, as if it had not been observed. */
    SKIP,
    /** Treat it as observed, but unknown: {@link Notation#ANYTHING}. */
    ANY
}
