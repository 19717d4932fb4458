package psr.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A request or an answer: one JSON object with its kind in the field {@code is}. Not thread-safe. */
final class Message {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String IS = "is";

    private final ObjectNode json;

    private Message(ObjectNode json) {
        this.json = json;
    }

    static Message of(String what) {
        return new Message(JSON.createObjectNode().put(IS, what));
    }

    /** @throws IllegalArgumentException if the bytes are not a message */
    static Message read(byte[] bytes) {
        try {
            if (JSON.readTree(new String(bytes, StandardCharsets.UTF_8)) instanceof ObjectNode object) {
                return new Message(object);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("a message must be JSON; found " + bytes.length + " bytes of something else", e);
        }
        throw new IllegalArgumentException("a message must be an object {…}; found something else");
    }

    byte[] bytes() {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The kind. */
    String what() {
        return json.path(IS).asText();
    }

    Message with(String field, String value) {
        json.put(field, value);
        return this;
    }

    Message with(String field, long value) {
        json.put(field, value);
        return this;
    }

    String text(String field) {
        return json.path(field).asText();
    }

    long number(String field) {
        return json.path(field).asLong(-1);
    }
}
