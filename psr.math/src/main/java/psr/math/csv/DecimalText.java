package psr.math.csv;

import java.util.Locale;
import java.util.Set;

/** Parses numbers from characters without creating a string for each. */
public final class DecimalText {

    /** The notations of a missing value, in lower case. */
    private static final Set<String> MISSING = Set.of("na", "n/a", "nan", "null", "none", "?");

    /** The words for an infinite value, in lower case without a sign. */
    private static final Set<String> INFINITE = Set.of("inf", "infinity", "∞");

    /** The powers of ten that a double represents exactly. */
    private static final double[] TENS = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
            1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

    /** The largest number of digits that a double holds exactly. */
    private static final int DIGITS = 15;

    private DecimalText() {}

    /**
     * A number in decimal notation, as Java reads it: {@code -1.5}, {@code 2e-3}. Surrounding white space is ignored.
     *
     * @return NaN for a missing value, which is an empty field, NA, N/A, NaN, null, none or ?; an infinity for a value that is
     *         infinite or too large
     * @throws NumberFormatException if it is something else
     */
    public static double parse(char[] text, int from, int length) {
        int at = from;
        int end = from + length;
        while (at < end && text[at] <= ' ') {
            at++;
        }
        while (end > at && text[end - 1] <= ' ') {
            end--;
        }
        if (at == end) {
            return Double.NaN;
        }
        int first = at;
        boolean negative = text[at] == '-';
        if (negative || text[at] == '+') {
            at++;
        }
        long digits = 0;
        int count = 0;
        int point = -1;
        while (at < end && (text[at] >= '0' && text[at] <= '9' || text[at] == '.' && point < 0)) {
            if (text[at] == '.') {
                point = at;
            } else {
                // Leading zeros are not digits of the number.
                count += count > 0 || text[at] != '0' ? 1 : 0;
                digits = count <= DIGITS ? 10 * digits + text[at] - '0' : digits;
            }
            at++;
        }
        int decimals = point < 0 ? 0 : at - point - 1;
        if (at == end && count <= DIGITS && decimals < TENS.length && at - first > (negative ? 1 : 0) + (point < 0 ? 0 : 1)
                && text[first] != '+') {
            // Both are exact, so their quotient is rounded once, as it must be.
            double value = digits / TENS[decimals];
            return negative ? -value : value;
        }
        return slow(new String(text, first, end - first));
    }

    /** As {@link #parse(char[], int, int)}. */
    public static double parse(String text) {
        return parse(text.toCharArray(), 0, text.length());
    }

    private static double slow(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (MISSING.contains(lower)) {
            return Double.NaN;
        }
        boolean negative = lower.startsWith("-");
        if (INFINITE.contains(negative || lower.startsWith("+") ? lower.substring(1) : lower)) {
            return negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        char last = text.charAt(text.length() - 1);
        // Java also reads 1d, 1f and hexadecimal numbers.
        if (last > '9' || lower.indexOf('x') >= 0) {
            throw new NumberFormatException(text);
        }
        return Double.parseDouble(text);
    }
}
