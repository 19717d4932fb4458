package psr.shell.text;

import java.util.Locale;

/**
 * Makes every character of a text visible: a character that a terminal would interpret, such as a color or a cursor
 * movement, is written as in Java, {@code \u005cu001b}.
 */
public final class VisibleText {

    private VisibleText() {}

    /** Escapes control characters and those that change the direction of writing. Keeps tabs. */
    public static String of(String text) {
        if (text.codePoints().noneMatch(VisibleText::hidden)) {
            return text;
        }
        StringBuilder visible = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (!hidden(c)) {
                visible.appendCodePoint(c);
            } else if (c == '\n' || c == '\r') {
                visible.append(c == '\n' ? "\\n" : "\\r");
            } else {
                visible.append(String.format(Locale.ROOT, "\\u%04x", c));
            }
        });
        return visible.toString();
    }

    /** The same with a maximum length; says how many characters were left out. */
    public static String of(String text, int longest) {
        // Cut before and after: an escape is longer than its character.
        String visible = of(text.length() > longest ? text.substring(0, longest) : text);
        if (visible.length() <= longest && text.length() <= longest) {
            return visible;
        }
        return visible.substring(0, Math.min(longest, visible.length())) + "… ("
                + (text.length() - Math.min(longest, text.length())) + " characters more)";
    }

    private static boolean hidden(int c) {
        return c != '\t' && Character.isISOControl(c) || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
    }
}
