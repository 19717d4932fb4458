package psr.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;

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
        return Optional.ofNullable(servlet.getParameter(name));
    }

    /** A whole number of the query. */
    public int query(String name, int standard, int low, int high) {
        String text = servlet.getParameter(name);
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
        String type = servlet.getContentType();
        if (type == null || !type.split(";")[0].strip().equalsIgnoreCase("application/json")) {
            throw new ProblemException(Problem.of(415, "content type", "the body must be application/json; found "
                    + (type == null ? "none" : type)));
        }
        return Json.read(bytes(LARGEST_JSON));
    }

    /** The body as an object of JSON that has these fields and no others. */
    public ObjectNode object(String... fields) throws IOException {
        if (!(json() instanceof ObjectNode object)) {
            throw ProblemException.malformed("the body must be an object");
        }
        List<String> known = List.of(fields);
        object.fieldNames().forEachRemaining(field -> {
            if (!known.contains(field)) {
                throw ProblemException.malformed("no field named '" + field + "'; fields: " + String.join(", ", known));
            }
        });
        return object;
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
