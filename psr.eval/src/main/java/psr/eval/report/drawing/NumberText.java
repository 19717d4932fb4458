package psr.eval.report.drawing;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers for people, the same in every locale. */
public final class NumberText {

    /** Displayed if there is no number. */
    public static final String NONE = "–";

    private static final int MOST_DECIMALS = 6;
    private static final double LARGE = 1e5;

    private NumberText() {}

    /** For coordinates: two decimals, no superfluous zeros, an ordinary minus. */
    public static String coordinate(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** With a fixed number of decimals; in powers of ten if that would be long. */
    public static String fixed(double value, int decimals) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        if (Math.abs(value) >= LARGE) {
            return minus(String.format(Locale.ROOT, "%.2e", value).replaceFirst("e\\+?(-?)0*(?=\\d)", "e$1"));
        }
        String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
        return minus(text.matches("-0\\.?0*") ? text.substring(1) : text);
    }

    /** With about this many significant digits. */
    public static String significant(double value, int digits) {
        return fixed(value, decimals(value, digits));
    }

    /** The number of decimals, 0 to 6, that show this many significant digits. */
    public static int decimals(double value, int digits) {
        if (!Double.isFinite(value) || value == 0) {
            return Math.min(MOST_DECIMALS, digits);
        }
        int leading = (int) Math.floor(Math.log10(Math.abs(value)));
        return Math.max(0, Math.min(MOST_DECIMALS, digits - 1 - leading));
    }

    /** The number of decimals that show two digits of the error; four digits of the value if there is no error. */
    public static int decimals(double mean, double stderr) {
        return Double.isFinite(stderr) && stderr > 0 ? decimals(stderr, 2) : decimals(mean, 4);
    }

    /** {@code mean ± error}, or the mean alone if there is no error. */
    public static String plusMinus(double mean, double stderr, int decimals) {
        return fixed(mean, decimals) + (Double.isFinite(stderr) ? " ± " + fixed(stderr, decimals) : "");
    }

    /** {@link #fixed} with a sign, for differences. */
    public static String signed(double value, int decimals) {
        String text = fixed(value, decimals);
        return value > 0 && !text.matches("0\\.?0*") ? "+" + text : text;
    }

    private static String minus(String text) {
        return text.replace('-', '−');
    }
}
