package psr.server;

import java.util.Locale;
import java.util.UUID;

/** Creates ids that sort by time as text and cannot be guessed. Thread-safe. */
public final class TimedIds {

    private static final int RADIX = 36;
    /** Digits of the milliseconds; enough for some thousand years. */
    private static final int DIGITS = 9;
    private static final int RANDOM_LETTERS = 7;

    private static long last;

    private TimedIds() {}

    public static String next() {
        String time = Long.toString(time(), RADIX);
        String random = Long.toString(UUID.randomUUID().getMostSignificantBits() >>> 1, RADIX);
        return ("0".repeat(Math.max(0, DIGITS - time.length())) + time
                + random.substring(Math.max(0, random.length() - RANDOM_LETTERS))).toLowerCase(Locale.ROOT);
    }

    private static synchronized long time() {
        last = Math.max(last + 1, System.currentTimeMillis());
        return last;
    }
}
