package psr.launcher.models;

import java.io.IOException;

/** A file is no model that can be read here. The message says why, without the name of the file, in one line. */
final class ModelFileException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Longer pieces of a file do not belong into a message of one line. */
    private static final int SHOWN = 60;

    ModelFileException(String reason) {
        super(oneLine(reason));
    }

    ModelFileException(String reason, Throwable cause) {
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
