package psr.launcher.models;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a model file is written. */
public enum Encoding {

    /** Text that people can read. */
    JSON,
    /** A ZIP file of arrays that NumPy reads. */
    NPZ;

    /**
     * The encoding that a user typed, {@code json} or {@code npz}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static Encoding parse(String text) {
        for (Encoding encoding : values()) {
            if (encoding.word().equals(text)) {
                return encoding;
            }
        }
        throw new IllegalArgumentException("the format of a model file must be one of "
                + Arrays.stream(values()).map(Encoding::word).collect(Collectors.joining(", ")) + "; found '" + text
                + "'");
    }

    /** What a user types. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
