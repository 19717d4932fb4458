package psr.api.settings;

/**
 * A size that must be met exactly, typed {@code 20}, or an upper limit that is reduced to what the data support, typed
 * {@code at-most-20}. The latter makes a good default for any data.
 *
 * @param number the size, or its upper limit
 * @param exact whether it must be met
 */
public record Size(int number, boolean exact) {

    /** The prefix of an upper limit. */
    public static final String AT_MOST = "at-most-";

    /** Exactly this size. */
    public static Size exactly(int number) {
        return new Size(number, true);
    }

    /** This size, or the largest smaller one that the data support. */
    public static Size atMost(int number) {
        return new Size(number, false);
    }

    /** The size to use if the data support {@code carried}: the number itself if it must be met exactly. */
    public int within(int carried) {
        return exact ? number : Math.min(number, carried);
    }

    /** The text that a user types. */
    @Override
    public String toString() {
        return exact ? Integer.toString(number) : AT_MOST + number;
    }
}
