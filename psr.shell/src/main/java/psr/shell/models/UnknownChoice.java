package psr.shell.models;

/** How symbols are handled that the model does not know. */
enum UnknownChoice {
    /** Report an error; on standard input continue with the next line. */
    ERROR,
    /** Report an error and end. */
    STOP,
    /** Leave the symbol out. */
    SKIP,
    /** Allow any symbol in its place. */
    ANY
}
