package psr.launcher.models;

import java.io.IOException;

/** A file is no model that we can read. The message says why, without the name of the file. */
final class Refusal extends IOException {

    private static final long serialVersionUID = 1L;

    /** Longer pieces of a file do not belong into a message of one line. */
    private static final int SHOWN = 60;

    Refusal(String reason) {
        super(oneLine(reason));
    }

    Refusal(String reason, Throwable cause) {
        super(oneLine(reason), cause);
    }

    private static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
    }

    /** Something from a file, in quotes, fit for a message of one line. */
    static String quoted(String found) {
        String line = oneLine(found);
        return "'" + (line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…") + "'";
    }
}
