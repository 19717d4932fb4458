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
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TreeTraversingParser;

import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.launcher.spi.ExperimentLimits;

/**
 * A JSON value with its position in the file, so that messages have the line and the column. A tree of Jackson has no positions.
 */
final class LocatedJson {

    private static final JsonFactory FACTORY = new JsonFactory();

    private final String file;
    private final int line;
    private final int column;
    /** The position as a JSON pointer. */
    private final String pointer;
    /** Map of LocatedJson, List of LocatedJson, String, Long, Double, Boolean, or null. */
    private final Object value;
    /** A number as it was written; otherwise null. */
    private final String number;
    /** The positions of the names of the fields, for objects. */
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
        if (text.length() > ExperimentLimits.JSON) {
            throw new ValidationException(ValidationError.of(file + " must have at most " + ExperimentLimits.JSON
                    + " characters; it has " + text.length()));
        }
        String json = text.startsWith("\uFEFF") ? text.substring(1) : text;
        try (JsonParser parser = FACTORY.createParser(json)) {
            if (parser.nextToken() == null) {
                throw new ValidationException(ValidationError.of(file + " must hold a JSON object; it is empty"));
            }
            LocatedJson root = read(parser, file, "", 1);
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

    /**
     * Wraps a parsed value; errors in it have a pointer, but neither line nor column.
     *
     * @param name the name of the value in messages
     */
    static LocatedJson of(JsonNode tree, String name) {
        try (JsonParser parser = new TreeTraversingParser(tree)) {
            parser.nextToken();
            return read(parser, name, "", 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LocatedJson read(JsonParser parser, String file, String pointer, int depth) throws IOException {
        JsonLocation at = parser.currentTokenLocation();
        if (depth > ExperimentLimits.DEPTH) {
            throw new LocatedJson(file, at, pointer, null, null).wrong("values must be nested at most " + ExperimentLimits.DEPTH
                    + " levels deep; this one is deeper");
        }
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, LocatedJson> fields = new LinkedHashMap<>();
                LocatedJson object = new LocatedJson(file, at, pointer, fields, null);
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    if (name.length() > ExperimentLimits.NAME) {
                        throw new LocatedJson(file, parser.currentTokenLocation(), pointer, null, null)
                                .wrong("the name of a field must have at most " + ExperimentLimits.NAME + " characters; it has "
                                        + name.length());
                    }
                    String below = pointer + "/" + name.replace("~", "~0").replace("/", "~1");
                    LocatedJson here = new LocatedJson(file, parser.currentTokenLocation(), below, name, null);
                    parser.nextToken();
                    if (fields.put(name, read(parser, file, below, depth + 1)) != null) {
                        throw here.wrong("a field must be given once; '" + name + "' is given twice");
                    }
                    object.names.put(name, here);
                }
                return object;
            }
            case START_ARRAY -> {
                List<LocatedJson> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(read(parser, file, pointer + "/" + items.size(), depth + 1));
                }
                return new LocatedJson(file, at, pointer, items, null);
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                String number = parser.getText();
                return new LocatedJson(file, at, pointer, Double.valueOf(number), number);
            }
            default -> {
                Object value = switch (parser.currentToken()) {
                    case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
                    case VALUE_NULL -> null;
                    default -> parser.getText();
                };
                return new LocatedJson(file, at, pointer, value, null);
            }
        }
    }

    private static String place(int line, int column, String file) {
        return line < 1 ? file + ": " : "line " + line + ", column " + column + " of " + file + ": ";
    }

    /** A validation error whose message begins with the position. */
    ValidationException wrong(String message) {
        return new ValidationException(ValidationError.of(place(line, column, file) + message).at(pointer));
    }

    /** Processes this value; a validation error gets its position. */
    <T> T located(Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            ValidationError refusal = ValidationException.of(e);
            throw new ValidationException(refusal.saying(place(line, column, file) + refusal.message())
                    .at(refusal.setting().isEmpty() ? pointer : pointer + "/settings/" + refusal.setting()), e);
        }
    }

    /** The value that a JSON pointer leads to, or its nearest ancestor that exists. */
    LocatedJson at(String path) {
        LocatedJson found = this;
        for (String token : path.split("/", -1)) {
            LocatedJson next = found == this && token.isEmpty() ? this : found.child(token.replace("~1", "/").replace("~0", "~"));
            if (next == null) {
                break;
            }
            found = next;
        }
        return found;
    }

    /** The field or item of a name; null if there is none. */
    LocatedJson child(String name) {
        if (value instanceof List<?> list) {
            int index = name.matches("[0-9]{1,9}") ? Integer.parseInt(name) : list.size();
            return index < list.size() ? (LocatedJson) list.get(index) : null;
        }
        return value instanceof Map<?, ?> fields ? (LocatedJson) fields.get(name) : null;
    }

    /** Adds file, line and column of this value to the message of an error; the error keeps its pointer. */
    ValidationError located(ValidationError error) {
        return error.saying(place(line, column, file) + error.message());
    }

    @SuppressWarnings("unchecked") // made in read()
    Map<String, LocatedJson> fields(String what) {
        if (!(value instanceof Map)) {
            throw wrong(what + " must be an object {…}; found " + found());
        }
        return (Map<String, LocatedJson>) value;
    }

    /** The position of the name of a field. */
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

    String text(String what, int longest) {
        String text = text(what);
        if (text.length() > longest) {
            throw wrong(what + " must have at most " + longest + " characters; it has " + text.length());
        }
        return text;
    }

    /** A number as it was written, or text that may be one. */
    String numeral(String what) {
        if (number == null && !(value instanceof String)) {
            throw wrong(what + " must be a number; found " + found());
        }
        return number == null ? text(what, ExperimentLimits.NAME) : number;
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
        return number != null ? number : value instanceof String text ? '"' + shortened(text) + '"' : value instanceof Map
                ? "an object" : value instanceof List ? "a list" : String.valueOf(value);
    }

    private static String shortened(String text) {
        return text.length() > ExperimentLimits.NAME ? text.substring(0, ExperimentLimits.NAME) + "…" : text;
    }
}
