package psr.shell.models;

import psr.api.data.Unknown;

/** What the user wants done with a symbol that the model does not know. */
enum UnknownChoice {
    /** Say so, and go on with the next line where somebody waits for an answer to it. */
    ERROR(Unknown.REFUSE),
    /** Say so, and end. */
    STOP(Unknown.REFUSE),
    /** Leave it out, as if it had never been there. */
    SKIP(Unknown.SKIP),
    /** It was there, and may have been anything. */
    ANY(Unknown.ANY);

    private final Unknown treatment;

    UnknownChoice(Unknown treatment) {
        this.treatment = treatment;
    }

    Unknown treatment() {
        return treatment;
    }
}
