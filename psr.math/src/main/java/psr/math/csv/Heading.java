package psr.math.csv;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a column and its unit.
 *
 * @param name may be empty
 * @param unit may be empty
 */
public record Heading(String name, String unit) {

    /** {@code temp [°C]}, {@code temp (°C)}; parentheses need a blank before them, because {@code sin(x)} is a name. */
    private static final Pattern WITH_UNIT = Pattern.compile("(.*\\S)(?:\\s*\\[([^\\[\\]]*)\\]|\\s+\\(([^()]*)\\))");

    /** Divides a heading. */
    public static Heading of(String text) {
        Matcher matcher = WITH_UNIT.matcher(text.strip());
        if (!matcher.matches()) {
            return new Heading(text.strip(), "");
        }
        return new Heading(matcher.group(1), (matcher.group(2) == null ? matcher.group(3) : matcher.group(2)).strip());
    }

    /** As it is written: {@code temp [°C]}. */
    @Override
    public String toString() {
        return unit.isEmpty() ? name : name + " [" + unit + "]";
    }
}
