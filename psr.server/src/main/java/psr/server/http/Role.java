package psr.server.http;

/** What a token permits. */
public enum Role {
    /** Reading and predictions; changes nothing. */
    READ,
    /** Everything. */
    FULL;

    /** Whether this role includes the other. */
    public boolean allows(Role needed) {
        return compareTo(needed) >= 0;
    }
}
