package psr.api.lab;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The name of a service and the settings it is to have, written {@code name:key=value,key=value}. A value that contains a
 * comma, a plus or a quote is put in quotes, {@code "…"} or {@code '…'}.
 *
 * @param name what the service is called
 * @param settings text by name, in the order typed; not modifiable
 */
public record Stage(String name, Map<String, String> settings) {

    /** Copies the settings. */
    public Stage {
        Objects.requireNonNull(name, "name");
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /**
     * Reads one stage.
     *
     * @throws IllegalArgumentException if it is not of the form {@code name:key=value,key=value}
     */
    public static Stage parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9_-]*")) {
            throw new IllegalArgumentException("a stage must be written name:key=value,key=value, the name in letters,"
                    + " digits and dashes; found '" + text + "'");
        }
        Map<String, String> settings = new LinkedHashMap<>();
        if (colon >= 0) {
            for (String pair : split(text.substring(colon + 1), ',', text)) {
                int equals = pair.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException(
                            "settings must be written key=value; found '" + pair + "' in '" + text + "'");
                }
                String key = pair.substring(0, equals);
                if (settings.put(key, unquoted(pair.substring(equals + 1))) != null) {
                    throw new IllegalArgumentException(
                            "a setting must be given once; '" + key + "' is given twice in '" + text + "'");
                }
            }
        }
        return new Stage(name, settings);
    }

    /**
     * Reads a list of stages separated by commas, as in {@code pnll,accuracy:ahead=3,ospa}: what looks like
     * {@code key=value} belongs to the stage before it.
     *
     * @throws IllegalArgumentException if a part is not a stage
     */
    public static List<Stage> parseList(String text) {
        List<String> stages = new ArrayList<>();
        for (String part : split(text, ',', text)) {
            int equals = part.indexOf('=');
            int colon = part.indexOf(':');
            if (equals >= 0 && (colon < 0 || colon > equals) && !stages.isEmpty()) {
                stages.add(stages.remove(stages.size() - 1) + "," + part);
            } else {
                stages.add(part);
            }
        }
        return stages.stream().map(Stage::parse).toList();
    }

    /** Splits at a separator that stands outside quotes. */
    static List<String> split(String text, char separator, String whole) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if ((c == '"' || c == '\'') && i > 0 && text.charAt(i - 1) == '=') {
                quote = c;
            } else if (c == separator) {
                parts.add(text.substring(from, i));
                from = i + 1;
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("a quote must be closed; " + quote + " stays open in '" + whole + "'");
        }
        parts.add(text.substring(from));
        return parts;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                && value.charAt(value.length() - 1) == value.charAt(0);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    /** As a user would type it; {@link #parse} reads it back. */
    @Override
    public String toString() {
        List<String> pairs = new ArrayList<>();
        settings.forEach((key, value) -> {
            boolean plain = value.chars().noneMatch(c -> c == ',' || c == '+' || c == '"' || c == '\'');
            String quote = plain ? "" : value.indexOf('"') < 0 ? "\"" : "'";
            pairs.add(key + "=" + quote + value + quote);
        });
        return pairs.isEmpty() ? name : name + ":" + String.join(",", pairs);
    }
}
