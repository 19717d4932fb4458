package psr.api.settings;

/**
 * A size that is met exactly or refused, typed {@code 20}, or one that is cut to what the data carry, typed
 * {@code at-most-20}: a default that works on any data, beside numbers that mean what they say.
 *
 * @param number the size, or the largest one
 * @param exact whether it must be met
 */
public record Size(int number, boolean exact) {

    /** What a user types before the largest size. */
    public static final String AT_MOST = "at-most-";

    /** This size and no other. */
    public static Size exactly(int number) {
        return new Size(number, true);
    }

    /** This size, or as much of it as the data carry. */
    public static Size atMost(int number) {
        return new Size(number, false);
    }

    /** The size to ask for where the data carry so many: the number itself where that must be met. */
    public int within(int carried) {
        return exact ? number : Math.min(number, carried);
    }

    /** As a user types it. */
    @Override
    public String toString() {
        return exact ? Integer.toString(number) : AT_MOST + number;
    }
}
