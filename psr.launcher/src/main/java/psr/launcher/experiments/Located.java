package psr.launcher.experiments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;

/**
 * A JSON value that knows where in which file it stands. Jackson's own tree forgets that, and a message without the
 * place leaves people searching.
 */
final class Located {

    private static final JsonFactory FACTORY = new JsonFactory();

    private final String file;
    private final int line;
    private final int column;
    /** Map of Located, List of Located, String, Long, Double, Boolean, or null. */
    private final Object value;
    /** A number as it was written; otherwise null. */
    private final String number;
    /** Where the name of a field stands, for objects. */
    private final Map<String, Located> names = new LinkedHashMap<>();

    private Located(String file, JsonLocation at, Object value, String number) {
        this.file = file;
        this.line = at.getLineNr();
        this.column = at.getColumnNr();
        this.value = value;
        this.number = number;
    }

    /**
     * Reads a text that is one JSON object.
     *
     * @param file what the text is called in messages
     * @throws IllegalArgumentException if it is not JSON
     */
    static Located parse(String text, String file) {
        String json = text.startsWith("\uFEFF") ? text.substring(1) : text;
        try (JsonParser parser = FACTORY.createParser(json)) {
            if (parser.nextToken() == null) {
                throw new IllegalArgumentException(file + " must hold a JSON object; it is empty");
            }
            Located root = read(parser, file);
            if (parser.nextToken() != null) {
                throw new Located(file, parser.currentTokenLocation(), null, null)
                        .wrong("nothing must follow the JSON object; found '" + parser.getText() + "'");
            }
            return root;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation() == null ? JsonLocation.NA : e.getLocation();
            String reason = e.getOriginalMessage().replaceAll("\\s*\\R.*", "").replaceAll(" \\(code [^)]*\\)", "");
            throw new IllegalArgumentException(place(at.getLineNr(), at.getColumnNr(), file)
                    + "the file must be JSON; " + reason, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Located read(JsonParser parser, String file) throws IOException {
        JsonLocation at = parser.currentTokenLocation();
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Located> fields = new LinkedHashMap<>();
                Located object = new Located(file, at, fields, null);
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    Located here = new Located(file, parser.currentTokenLocation(), name, null);
                    parser.nextToken();
                    if (fields.put(name, read(parser, file)) != null) {
                        throw here.wrong("a field must be given once; '" + name + "' is given twice");
                    }
                    object.names.put(name, here);
                }
                return object;
            }
            case START_ARRAY -> {
                List<Located> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(read(parser, file));
                }
                return new Located(file, at, items, null);
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                String number = parser.getText();
                return new Located(file, at, Double.valueOf(number), number);
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                return new Located(file, at, parser.getBooleanValue(), null);
            }
            case VALUE_NULL -> {
                return new Located(file, at, null, null);
            }
            default -> {
                return new Located(file, at, parser.getText(), null);
            }
        }
    }

    private static String place(int line, int column, String file) {
        return line < 1 ? file + ": " : "line " + line + ", column " + column + " of " + file + ": ";
    }

    /** A refusal that begins with the place. */
    IllegalArgumentException wrong(String message) {
        return new IllegalArgumentException(place(line, column, file) + message);
    }

    /** Does something with this value; what it refuses is told with the place. */
    <T> T located(java.util.function.Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(place(line, column, file) + e.getMessage(), e);
        }
    }

    /** The fields of an object. */
    @SuppressWarnings("unchecked") // made in read()
    Map<String, Located> fields(String what) {
        if (!(value instanceof Map)) {
            throw wrong(what + " must be an object {…}; found " + found());
        }
        return (Map<String, Located>) value;
    }

    /** Where the name of a field stands. */
    Located name(String field) {
        return names.get(field);
    }

    @SuppressWarnings("unchecked") // made in read()
    List<Located> items(String what) {
        if (!(value instanceof List)) {
            throw wrong(what + " must be a list […]; found " + found());
        }
        return (List<Located>) value;
    }

    boolean isText() {
        return value instanceof String;
    }

    String text(String what) {
        if (!(value instanceof String text)) {
            throw wrong(what + " must be text in quotes; found " + found());
        }
        return text;
    }

    /** A number as it was written, or text that may be one. */
    String numeral(String what) {
        if (number != null) {
            return number;
        }
        if (!(value instanceof String text)) {
            throw wrong(what + " must be a number; found " + found());
        }
        return text;
    }

    double number(String what) {
        if (number == null || !Double.isFinite((Double) value)) {
            throw wrong(what + " must be a number; found " + found());
        }
        return (Double) value;
    }

    long whole(String what, long low, long high) {
        long whole;
        try {
            whole = Long.parseLong(number == null ? "" : number);
        } catch (NumberFormatException e) {
            throw wrong(what + " must be a whole number; found " + found());
        }
        if (whole < low || whole > high) {
            throw wrong(what + " must be " + (whole < low ? "at least " + low : "at most " + high) + "; found "
                    + whole);
        }
        return whole;
    }

    private String found() {
        return number != null ? number : value instanceof String text ? '"' + text + '"' : value instanceof Map
                ? "an object" : value instanceof List ? "a list" : String.valueOf(value);
    }
}
