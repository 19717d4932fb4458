package psr.server.http;

/** What a token allows. */
public enum Role {
    /** Look, and let models predict; changes nothing. */
    READ,
    /** Everything. */
    FULL;

    /** Whether whoever has this role may do what needs the other. */
    public boolean allows(Role needed) {
        return compareTo(needed) >= 0;
    }
}
