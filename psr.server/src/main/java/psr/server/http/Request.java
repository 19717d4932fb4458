package psr.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import psr.api.settings.Spelling;

/**
 * A request. Not thread-safe.
 *
 * @param names the values of the names in the route's template
 * @param caller the authenticated caller; anonymous if the route needs no token
 */
public record Request(HttpServletRequest servlet, Map<String, String> names, Access.Caller caller) {

    /** The maximum size of a JSON body in bytes. */
    public static final int LARGEST_JSON = 4_000_000;

    /** The value of a name in the route's template. */
    public String name(String name) {
        return names.get(name);
    }

    public Optional<String> query(String name) {
        return parameters().stream().filter(each -> each.getKey().equals(name)).map(Map.Entry::getValue).findFirst();
    }

    /** Names and values of the query, in their order. */
    private List<Map.Entry<String, String>> parameters() {
        String query = servlet.getQueryString();
        List<Map.Entry<String, String>> all = new ArrayList<>();
        // Does not use the servlet's method: for a form it would consume the body.
        for (String pair : query == null ? new String[0] : query.split("&")) {
            String[] parts = pair.split("=", 2);
            try {
                all.add(Map.entry(URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
                        parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8)));
            } catch (IllegalArgumentException e) {
                throw ProblemException
                        .malformed("special characters in the query must be encoded as % and two hexadecimal digits: "
                                + e.getMessage());
            }
        }
        return all;
    }

    /**
     * Rejects a query with unknown parameters, which are probably misspelled.
     *
     * @param known the names of the route's parameters
     */
    void checkQuery(List<String> known) {
        for (Map.Entry<String, String> each : parameters()) {
            String name = each.getKey();
            if (!name.isEmpty() && !known.contains(name)) {
                throw ProblemException
                        .malformed("no parameter named '" + name + "'" + Spelling.hint(name, known) + " parameters: "
                                + (known.isEmpty() ? "none" : String.join(", ", known)));
            }
        }
    }

    public int query(String name, int standard, int low, int high) {
        String text = query(name).orElse(null);
        if (text == null) {
            return standard;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= low && value <= high) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Too large for an int: reported like a value that is out of range.
        }
        throw ProblemException.malformed(name + " must be a whole number from " + low + " to " + high + "; " + name + "=" + text);
    }

    /** Whether a parameter of the query is {@code true}; false if it is missing. */
    public boolean flag(String name) {
        String text = query(name).orElse("false");
        if (!text.equals("true") && !text.equals("false")) {
            throw ProblemException.malformed(name + " must be true or false; " + name + "=" + text);
        }
        return text.equals("true");
    }

    /**
     * Checks {@code If-Match}: succeeds if the client sent none, or one that matches.
     *
     * @param tag of the current state
     * @throws ProblemException if it does not match
     */
    public void checkMatch(String tag) {
        Optional<String> match = header("If-Match");
        if (match.isPresent() && !ApiServlet.matches(match.get(), tag)) {
            throw ProblemException.of(412, "changed", "If-Match must name the current state, which is " + tag);
        }
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(servlet.getHeader(name));
    }

    /**
     * The body as JSON of limited size, in bytes.
     *
     * @throws ProblemException if it is not JSON, has another content type, or is too large
     */
    public JsonNode json(int largest) throws IOException {
        String type = servlet.getContentType();
        if (type == null || !type.split(";")[0].strip().equalsIgnoreCase("application/json")) {
            throw ProblemException.of(415, "content type",
                    "the body must be application/json; found " + (type == null ? "none" : type));
        }
        if (servlet.getCharacterEncoding() != null && !servlet.getCharacterEncoding().equalsIgnoreCase("UTF-8")) {
            throw ProblemException.of(415, "content type", "JSON must be in UTF-8; found " + type);
        }
        try (InputStream in = body(largest)) {
            return Json.read(in.readAllBytes());
        }
    }

    /** The body as a JSON object that has no fields but these. */
    public ObjectNode object(String... fields) throws IOException {
        return object(LARGEST_JSON, fields);
    }

    /** The body as a JSON object; a missing body is an empty object. */
    public ObjectNode optionalObject(String... fields) throws IOException {
        return servlet.getContentType() == null && servlet.getContentLengthLong() <= 0 ? Json.object() : object(fields);
    }

    /** The body as a JSON object, with a limit of its size in bytes. */
    public ObjectNode object(int largest, String... fields) throws IOException {
        if (!(json(largest) instanceof ObjectNode object)) {
            throw ProblemException.malformed("the body must be an object");
        }
        List<String> known = List.of(fields);
        object.fieldNames().forEachRemaining(field -> {
            if (!known.contains(field)) {
                throw ProblemException.malformed(
                        "no field named '" + field + "'" + Spelling.hint(field, known) + " fields: " + String.join(", ", known),
                        "/" + field.replace("~", "~0").replace("/", "~1"));
            }
        });
        return object;
    }

    /**
     * A required field.
     *
     * @throws ProblemException if it is missing
     */
    public static JsonNode needed(JsonNode object, String field) {
        JsonNode value = object.get(field);
        if (value == null || value.isNull()) {
            throw ProblemException.malformed(field + " must be given; " + (value == null ? "it is missing" : "found null"),
                    "/" + field);
        }
        return value;
    }

    /** The kind of a value in one word: {@code number}, {@code object}. */
    public static String kind(JsonNode value) {
        return value.getNodeType().name().toLowerCase(Locale.ROOT);
    }

    /** The body as a stream; reading more than the limit is a problem. */
    public InputStream body(long largest) throws IOException {
        if (servlet.getContentLengthLong() > largest) {
            throw tooLarge(largest);
        }
        return new BoundedInput(servlet.getInputStream(), largest);
    }

    static ProblemException tooLarge(long largest) {
        return ProblemException.of(413, "too large", "the body must have at most " + largest + " bytes");
    }
}
