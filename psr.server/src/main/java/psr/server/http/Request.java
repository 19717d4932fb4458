package psr.server.http;

import java.io.ByteArrayOutputStream;
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

/** What is asked. Used by one thread. */
public final class Request {

    /** How many bytes of JSON are read. */
    public static final int LARGEST_JSON = 4_000_000;

    private final HttpServletRequest servlet;
    private final Map<String, String> names;
    private final Access.Caller caller;

    Request(HttpServletRequest servlet, Map<String, String> names, Access.Caller caller) {
        this.servlet = servlet;
        this.names = names;
        this.caller = caller;
    }

    /** What stands in the place of a name of the route's template. */
    public String name(String name) {
        return names.get(name);
    }

    /** Who asks; nobody in particular where no token is needed. */
    public Access.Caller caller() {
        return caller;
    }

    /** A parameter of the query. */
    public Optional<String> query(String name) {
        return parameters().stream().filter(each -> each.getKey().equals(name)).map(Map.Entry::getValue).findFirst();
    }

    /** Names and values of the query, as they stand there. */
    private List<Map.Entry<String, String>> parameters() {
        String query = servlet.getQueryString();
        List<Map.Entry<String, String>> all = new ArrayList<>();
        // Not asked of the servlet: it would take a body that says to be a form for more of them, and the body would be gone.
        for (String pair : query == null ? new String[0] : query.split("&")) {
            String[] parts = pair.split("=", 2);
            try {
                all.add(Map.entry(URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
                        parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8)));
            } catch (IllegalArgumentException e) {
                throw ProblemException
                        .malformed("the query must be written with % and two hexadecimal digits for what is special in it: "
                                + e.getMessage());
            }
        }
        return all;
    }

    /**
     * Refuses a query with a parameter that nobody reads: what was misspelled would do nothing, and not be missed.
     *
     * @param known the names that may be there
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

    /** A whole number of the query. */
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
            // As one that is out of bounds.
        }
        throw ProblemException.malformed(name + " must be a whole number from " + low + " to " + high + "; " + name + "=" + text);
    }

    /** Whether a parameter of the query is {@code true}; it is not where nothing is said. */
    public boolean flag(String name) {
        String text = query(name).orElse("false");
        if (!text.equals("true") && !text.equals("false")) {
            throw ProblemException.malformed(name + " must be true or false; " + name + "=" + text);
        }
        return text.equals("true");
    }

    /**
     * Does nothing where the client did not say which state it has seen, or saw this one.
     *
     * @param tag of the present state
     * @throws ProblemException if the client has seen another
     */
    public void checkMatch(String tag) {
        Optional<String> match = header("If-Match");
        if (match.isPresent() && !ApiServlet.matches(match.get(), tag)) {
            throw new ProblemException(Problem.of(412, "changed", "If-Match must name the present state, which is " + tag));
        }
    }

    /** A header. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(servlet.getHeader(name));
    }

    /**
     * The body as JSON.
     *
     * @throws ProblemException if it is none, says to be something else, or is too large
     */
    public JsonNode json() throws IOException {
        return json(LARGEST_JSON);
    }

    private JsonNode json(int largest) throws IOException {
        String type = servlet.getContentType();
        if (type == null || !type.split(";")[0].strip().equalsIgnoreCase("application/json")) {
            throw new ProblemException(Problem.of(415, "content type", "the body must be application/json; found "
                    + (type == null ? "none" : type)));
        }
        return Json.read(bytes(largest));
    }

    /** The body as an object of JSON that has these fields and no others. */
    public ObjectNode object(String... fields) throws IOException {
        return object(LARGEST_JSON, fields);
    }

    /** The same, where nothing need be said: without a body it is an empty object. */
    public ObjectNode optionalObject(String... fields) throws IOException {
        return servlet.getContentType() == null && servlet.getContentLengthLong() <= 0 ? Json.object() : object(fields);
    }

    /** The same, of at most so many bytes. */
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
     * A field that must be there.
     *
     * @throws ProblemException if it is not
     */
    public static JsonNode needed(JsonNode object, String field) {
        JsonNode value = object.get(field);
        if (value == null || value.isNull()) {
            throw ProblemException.malformed(field + " must be given; " + (value == null ? "it is not there" : "found null"),
                    "/" + field);
        }
        return value;
    }

    /** What kind of value something is, in a word: {@code number}, {@code object}. */
    public static String kind(JsonNode value) {
        return value.getNodeType().name().toLowerCase(Locale.ROOT);
    }

    /** The body, whole. */
    public byte[] bytes(int largest) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (InputStream in = body(largest)) {
            in.transferTo(all);
        }
        return all.toByteArray();
    }

    /** The body; reading on beyond so many bytes is a problem. */
    public InputStream body(long largest) throws IOException {
        if (servlet.getContentLengthLong() > largest) {
            throw tooLarge(largest);
        }
        return new BoundedInput(servlet.getInputStream(), largest);
    }

    static ProblemException tooLarge(long largest) {
        return new ProblemException(Problem.of(413, "too large", "the body must have at most " + largest + " bytes"));
    }
}
