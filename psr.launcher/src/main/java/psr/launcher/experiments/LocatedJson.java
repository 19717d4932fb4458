package psr.launcher.experiments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;

import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;

/**
 * A JSON value that knows where in which file it stands. Jackson's own tree forgets that, and a message without the
 * place leaves people searching.
 */
final class LocatedJson {

    private static final JsonFactory FACTORY = new JsonFactory();

    private final String file;
    private final int line;
    private final int column;
    /** Where it stands, as a JSON pointer. */
    private final String pointer;
    /** Map of LocatedJson, List of LocatedJson, String, Long, Double, Boolean, or null. */
    private final Object value;
    /** A number as it was written; otherwise null. */
    private final String number;
    /** Where the name of a field stands, for objects. */
    private final Map<String, LocatedJson> names = new LinkedHashMap<>();

    private LocatedJson(String file, JsonLocation at, String pointer, Object value, String number) {
        this.file = file;
        this.line = at.getLineNr();
        this.column = at.getColumnNr();
        this.pointer = pointer;
        this.value = value;
        this.number = number;
    }

    /**
     * Reads a text that is one JSON object.
     *
     * @param file what the text is called in messages
     * @throws IllegalArgumentException if it is not JSON
     */
    static LocatedJson parse(String text, String file) {
        String json = text.startsWith("\uFEFF") ? text.substring(1) : text;
        try (JsonParser parser = FACTORY.createParser(json)) {
            if (parser.nextToken() == null) {
                throw new ValidationException(ValidationError.of(file + " must hold a JSON object; it is empty"));
            }
            LocatedJson root = read(parser, file, "");
            if (parser.nextToken() != null) {
                throw new LocatedJson(file, parser.currentTokenLocation(), "", null, null)
                        .wrong("nothing must follow the JSON object; found '" + parser.getText() + "'");
            }
            return root;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation() == null ? JsonLocation.NA : e.getLocation();
            String reason = e.getOriginalMessage().replaceAll("\\s*\\R.*", "").replaceAll(" \\(code [^)]*\\)", "")
                    // Jackson's way to say where in its own settings this is decided.
                    .replaceAll(" \\(start marker.*|, from `[^`]*`", "");
            throw new ValidationException(ValidationError.of(place(at.getLineNr(), at.getColumnNr(), file)
                    + "the file must be JSON; " + reason), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LocatedJson read(JsonParser parser, String file, String pointer) throws IOException {
        JsonLocation at = parser.currentTokenLocation();
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, LocatedJson> fields = new LinkedHashMap<>();
                LocatedJson object = new LocatedJson(file, at, pointer, fields, null);
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    String below = pointer + "/" + name.replace("~", "~0").replace("/", "~1");
                    LocatedJson here = new LocatedJson(file, parser.currentTokenLocation(), below, name, null);
                    parser.nextToken();
                    if (fields.put(name, read(parser, file, below)) != null) {
                        throw here.wrong("a field must be given once; '" + name + "' is given twice");
                    }
                    object.names.put(name, here);
                }
                return object;
            }
            case START_ARRAY -> {
                List<LocatedJson> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(read(parser, file, pointer + "/" + items.size()));
                }
                return new LocatedJson(file, at, pointer, items, null);
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                String number = parser.getText();
                return new LocatedJson(file, at, pointer, Double.valueOf(number), number);
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                return new LocatedJson(file, at, pointer, parser.getBooleanValue(), null);
            }
            case VALUE_NULL -> {
                return new LocatedJson(file, at, pointer, null, null);
            }
            default -> {
                return new LocatedJson(file, at, pointer, parser.getText(), null);
            }
        }
    }

    private static String place(int line, int column, String file) {
        return line < 1 ? file + ": " : "line " + line + ", column " + column + " of " + file + ": ";
    }

    /** A refusal that begins with the place. */
    ValidationException wrong(String message) {
        return new ValidationException(ValidationError.of(place(line, column, file) + message).at(pointer));
    }

    /** Does something with this value; what it refuses is told with the place. */
    <T> T located(Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            ValidationError refusal = ValidationException.of(e);
            throw new ValidationException(refusal.saying(place(line, column, file) + refusal.message())
                    .at(refusal.setting().isEmpty() ? pointer : pointer + "/settings/" + refusal.setting()), e);
        }
    }

    /** The fields of an object. */
    @SuppressWarnings("unchecked") // made in read()
    Map<String, LocatedJson> fields(String what) {
        if (!(value instanceof Map)) {
            throw wrong(what + " must be an object {…}; found " + found());
        }
        return (Map<String, LocatedJson>) value;
    }

    /** Where the name of a field stands. */
    LocatedJson name(String field) {
        return names.get(field);
    }

    @SuppressWarnings("unchecked") // made in read()
    List<LocatedJson> items(String what) {
        if (!(value instanceof List)) {
            throw wrong(what + " must be a list […]; found " + found());
        }
        return (List<LocatedJson>) value;
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
