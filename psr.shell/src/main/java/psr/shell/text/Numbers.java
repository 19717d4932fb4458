package psr.shell.text;

import java.util.Locale;

/** Numbers in tables. */
public final class Numbers {

    private Numbers() {}

    /** Four decimals if that is precise enough, otherwise scientific notation. */
    public static String text(double value) {
        double size = Math.abs(value);
        return Double.isNaN(value) ? "–"
                : String.format(Locale.ROOT, size == 0 || size >= 5e-5 && size < 1e5 ? "%.4f" : "%.2e", value + 0.0); // no minus before zero
    }

    /** A number with its standard error, if known. */
    public static String text(double value, double error) {
        return text(value) + (Double.isNaN(error) ? "" : " ± " + text(error));
    }
}
