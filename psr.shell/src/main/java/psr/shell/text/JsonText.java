package psr.shell.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Values as JSON: maps, collections, texts, numbers and truth values. Numbers that are not finite become null, as in the server's answers. */
public final class JsonText {

    private JsonText() {}

    /** One line. */
    public static String of(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream().map(entry -> text(String.valueOf(entry.getKey())) + ": " + of(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof Collection<?> items) {
            return items.stream().map(JsonText::of).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof OptionalDouble number) {
            return number.isPresent() ? of(number.getAsDouble()) : "null";
        }
        if (value instanceof Number number) {
            return Double.isFinite(number.doubleValue()) ? number.toString() : "null";
        }
        return value == null || value instanceof Boolean ? String.valueOf(value) : text(value.toString());
    }

    private static String text(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c >= 0x7f) {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
