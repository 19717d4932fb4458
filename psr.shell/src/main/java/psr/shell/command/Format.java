package psr.shell.command;

/** How a command prints its result. */
public enum Format {
    /** A table for people. */
    TEXT,
    /** Comma-separated values. */
    CSV,
    /** One object. */
    JSON,
    /** A table for the package booktabs. */
    LATEX
}
