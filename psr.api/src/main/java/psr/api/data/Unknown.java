package psr.api.data;

/** What to do with the name of a symbol that an alphabet does not have. */
public enum Unknown {
    /** Refuse it. */
    REFUSE,
    /** Leave it out, as if it had never been there. */
    SKIP,
    /** It was there, and may have been anything: {@link Notation#ANYTHING} in its place. */
    ANY
}
