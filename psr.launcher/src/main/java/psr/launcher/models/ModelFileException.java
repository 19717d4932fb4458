package psr.launcher.models;

import java.io.IOException;

/** A file cannot be read as a model. The message is one line with the reason, without the name of the file. */
final class ModelFileException extends IOException {

    private static final long serialVersionUID = 1L;

    /** The maximum length of a quotation from a file in a message. */
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

    /** Text from a file, in quotes, shortened to fit into a message of one line. */
    static String quoted(String found) {
        String line = oneLine(found);
        return "'" + (line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…") + "'";
    }
}
