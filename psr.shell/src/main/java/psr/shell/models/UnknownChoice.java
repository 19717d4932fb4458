package psr.shell.models;

/** What the user wants done with a symbol that the model does not know. */
enum UnknownChoice {
    /** Say so, and go on with the next line where somebody waits for an answer to it. */
    ERROR,
    /** Say so, and end. */
    STOP,
    /** Leave it out, as if it had never been there. */
    SKIP,
    /** It was there, and may have been anything. */
    ANY
}
