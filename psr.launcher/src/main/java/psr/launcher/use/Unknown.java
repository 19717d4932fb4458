package psr.launcher.use;

/** What to do with a symbol that the model does not know. */
enum Unknown {
    /** Refuse the line. */
    ERROR,
    /** Leave it out, as if it had never been there. */
    SKIP,
    /** It was there, and may have been anything. */
    ANY
}
