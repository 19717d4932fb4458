package psr.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON, with limits on what is read. */
public final class Json {

    /** Maximum nesting depth. */
    static final int DEPTH = 64;

    private static final int LONGEST_NUMBER = 100;
    private static final int LONGEST_NAME = 50_000;

    /** Describes the exceeded limit. The library names it only in its message, and counts the depth differently. */
    private static final class Limits extends StreamReadConstraints {

        private static final long serialVersionUID = 1L;

        Limits() {
            super(DEPTH, StreamReadConstraints.DEFAULT_MAX_DOC_LEN, LONGEST_NUMBER, StreamReadConstraints.DEFAULT_MAX_STRING_LEN,
                    LONGEST_NAME, StreamReadConstraints.DEFAULT_MAX_TOKEN_COUNT);
        }

        @Override
        public void validateNestingDepth(int depth) throws StreamConstraintsException {
            check(depth, DEPTH, "its depth must be at most " + DEPTH + " nested values");
        }

        @Override
        public void validateIntegerLength(int length) throws StreamConstraintsException {
            check(length, LONGEST_NUMBER, "a number must have at most " + LONGEST_NUMBER + " characters; one has " + length);
        }

        @Override
        public void validateFPLength(int length) throws StreamConstraintsException {
            validateIntegerLength(length);
        }

        @Override
        public void validateNameLength(int length) throws StreamConstraintsException {
            check(length, LONGEST_NAME, "a name must have at most " + LONGEST_NAME + " characters");
        }

        private static void check(int found, int limit, String message) throws StreamConstraintsException {
            if (found > limit) {
                throw new LimitException(message);
            }
        }
    }

    /** A limit is exceeded; the message is for clients. */
    private static final class LimitException extends StreamConstraintsException {

        private static final long serialVersionUID = 1L;

        LimitException(String message) {
            super(message);
        }
    }

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(new Limits())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** Parses text that this server wrote. */
    public static JsonNode read(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not valid JSON: " + words(e), e);
        }
    }

    /**
     * Parses text from a client.
     *
     * @throws ProblemException if it is not JSON in UTF-8
     */
    static JsonNode read(byte[] text) throws IOException {
        try (JsonParser parser = MAPPER.createParser(decoded(text))) {
            JsonNode node = MAPPER.readTree(parser);
            if (node == null || node.isMissingNode()) {
                throw ProblemException.malformed("the body must be JSON, but is empty");
            }
            checkTexts(node);
            return node;
        } catch (JsonProcessingException e) {
            String where = e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ", column "
                    + e.getLocation().getColumnNr() + ")";
            throw ProblemException.malformed("the body must be JSON: " + words(e) + where);
        }
    }

    /** The text of a body. The library would guess other encodings, and accept UTF-8 that is longer than necessary. */
    private static String decoded(byte[] text) {
        for (int i = 0; i < text.length; i++) {
            if (text[i] == 0) {
                throw ProblemException
                        .malformed("the body must be UTF-8 without zero bytes, which UTF-16 and UTF-32 have; byte " + i
                                + " (from 0) is zero");
            }
        }
        ByteBuffer in = ByteBuffer.wrap(text);
        CharBuffer out = CharBuffer.allocate(text.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT).decode(in, out, true);
        String read = out.flip().toString();
        if (result.isError()) {
            throw ProblemException.malformed("the body must be UTF-8; byte " + in.position() + " (from 0), 0x"
                    + Integer.toHexString(text[in.position()] & 0xff) + ", is not");
        }
        return read.startsWith("\uFEFF") ? read.substring(1) : read;
    }

    /** What the position of the error cannot say. */
    private static String words(JsonProcessingException e) {
        if (e instanceof JsonEOFException) {
            return "it ends before all arrays, objects and texts are closed";
        }
        if (e instanceof LimitException limit) {
            return limit.getOriginalMessage();
        }
        if (e instanceof MismatchedInputException) {
            return "there must be one value and nothing after it";
        }
        return "a bracket, comma, colon or quotation mark is missing or too many, a word is not true, false or null, or an object has"
                + " a name twice";
    }

    /** Rejects unpaired surrogates, which JSON can express by an escape and PostgreSQL cannot store. The parser checks field names. */
    private static void checkTexts(JsonNode node) {
        if (node.isTextual()) {
            checkText(node.textValue());
        }
        node.forEach(Json::checkTexts);
    }

    private static void checkText(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!Character.isSurrogatePair(text.charAt(i), i + 1 < text.length() ? text.charAt(i + 1) : 0)) {
                    throw ProblemException.malformed("text must be valid Unicode; found an unpaired surrogate, \\u"
                            + Integer.toHexString(text.charAt(i)).toUpperCase(Locale.ROOT));
                }
                i++;
            }
        }
    }

    /** The text that is sent. */
    public static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A list, map, array or record as JSON. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** A number for a response: null if it is not finite. */
    public static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** A constant as clients see it: {@code whole-number}. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constants of a type by their words, in alphabetical order. */
    public static <E extends Enum<E>> SortedMap<String, E> words(Class<E> type) {
        return new TreeMap<>(Arrays.stream(type.getEnumConstants()).collect(Collectors.toMap(Json::word, each -> each)));
    }
}
