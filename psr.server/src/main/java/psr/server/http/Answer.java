package psr.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The response to a request. Not thread-safe.
 *
 * @param bytes the body, if it is known in advance and small enough for an entity tag; otherwise null
 */
public record Answer(int status, String type, byte[] bytes, Body body, Map<String, String> headers) {

    /** Writes a body in pieces. */
    @FunctionalInterface
    public interface Body {

        void writeTo(OutputStream out) throws IOException, InterruptedException;
    }

    private static final String JSON = "application/json";

    private Answer(int status, String type, byte[] bytes, Body body) {
        this(status, type, bytes, body, new LinkedHashMap<>());
    }

    public static Answer json(JsonNode node) {
        return json(200, node);
    }

    public static Answer json(int status, JsonNode node) {
        return new Answer(status, JSON, Json.bytes(node), null);
    }

    /** A complete list. */
    public static Answer items(Stream<? extends JsonNode> items) {
        return json(Json.object().set("items", Json.tree(items.toList())));
    }

    /** A new resource and its address. */
    public static Answer created(String location, JsonNode node) {
        return json(201, node).header("Location", location);
    }

    /** An empty response. */
    public static Answer done() {
        return new Answer(204, null, new byte[0], null);
    }

    public static Answer text(String type, String text) {
        return new Answer(200, type + "; charset=utf-8", text.getBytes(StandardCharsets.UTF_8), null);
    }

    /** A small body. */
    public static Answer bytes(String type, byte[] bytes) {
        return new Answer(200, type, bytes, null);
    }

    public static Answer stream(String type, Body body) {
        return new Answer(200, type, null, body);
    }

    public static Answer file(String type, Path file) {
        return stream(type, out -> Files.copy(file, out));
    }

    static Answer problem(Problem problem) {
        Answer answer = new Answer(problem.status(), Problem.TYPE, Json.bytes(problem.json()), null);
        return problem.retryAfter() > 0 ? answer.header("Retry-After", Integer.toString(problem.retryAfter())) : answer;
    }

    public Answer header(String name, String value) {
        headers.put(name, value);
        return this;
    }
}
