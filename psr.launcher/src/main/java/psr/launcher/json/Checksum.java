package psr.launcher.json;

import psr.math.hashes.Hashes;

/** Sixteen hexadecimal digits that tell whether a text was changed. */
public final class Checksum {

    private static final int DIGITS = 16;

    private Checksum() {}

    /** The first digits of its SHA-256, in UTF-8. */
    public static String of(String text) {
        return Hashes.of(text).substring(0, DIGITS);
    }
}
