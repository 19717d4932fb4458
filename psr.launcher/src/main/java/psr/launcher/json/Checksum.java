package psr.launcher.json;

import psr.math.hashes.Hashes;

/** Sixteen hexadecimal digits that show whether a text was changed. */
public final class Checksum {

    private static final int DIGITS = 16;

    private Checksum() {}

    /** The first digits of the SHA-256 of the text in UTF-8. */
    public static String of(String text) {
        return Hashes.of(text).substring(0, DIGITS);
    }
}
