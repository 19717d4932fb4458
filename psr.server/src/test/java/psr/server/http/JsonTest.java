package psr.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void reportsErrorsWithoutNamesOfTheLibrary() {
        String misplaced =
                "a bracket, comma, colon or quotation mark is missing or too many, a word is not true, false or null, or an object has"
                        + " a name twice";
        Map<String, String> wrong = Map.of(
                "{\"preset\":", "it ends before all arrays, objects and texts are closed",
                "{\"preset\":\"ri", "it ends before all arrays, objects and texts are closed",
                "{\"a\":[1}", misplaced,
                "{\"a\":NaN}", misplaced,
                "{a:1}", misplaced,
                "{} {}", "there must be one value and nothing after it",
                "{\"a\":1,\"a\":2}", misplaced,
                "[".repeat(65), "its depth must be at most 64 nested values");
        wrong.forEach((text, words) -> {
            ProblemException refused =
                    assertThrows(ProblemException.class, () -> Json.read(text.getBytes(StandardCharsets.UTF_8)), text);
            assertEquals("the body must be JSON: " + words,
                    refused.getMessage().replaceFirst(" \\(line 1, column [0-9]+\\)$", ""));
        });
        assertEquals("not valid JSON: it ends before all arrays, objects and texts are closed",
                assertThrows(IllegalArgumentException.class, () -> Json.read("[")).getMessage());
    }

    @Test
    void acceptsPlainUtf8Only() throws Exception {
        Map<byte[], String> wrong = Map.of(
                new byte[] {'"', (byte) 0xc0, (byte) 0xaf, '"'}, "the body must be UTF-8; byte 1 (from 0), 0xc0, is not",
                new byte[] {'"', (byte) 0xe0, (byte) 0x80, (byte) 0xaf, '"'},
                "the body must be UTF-8; byte 1 (from 0), 0xe0, is not",
                new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'},
                "the body must be UTF-8; byte 1 (from 0), 0xed, is not",
                new byte[] {'"', (byte) 0xc3}, "the body must be UTF-8; byte 1 (from 0), 0xc3, is not",
                "{}".getBytes(StandardCharsets.UTF_16),
                "the body must be UTF-8 without zero bytes, which UTF-16 and UTF-32 have; byte 2 (from 0) is zero",
                "{}".getBytes(StandardCharsets.UTF_16BE),
                "the body must be UTF-8 without zero bytes, which UTF-16 and UTF-32 have; byte 0 (from 0) is zero",
                "\"\u00e4\"".getBytes(StandardCharsets.UTF_16LE),
                "the body must be UTF-8 without zero bytes, which UTF-16 and UTF-32 have; byte 1 (from 0) is zero");
        wrong.forEach((bytes, words) -> assertEquals(words,
                assertThrows(ProblemException.class, () -> Json.read(bytes), words).getMessage()));
        assertEquals("\u00e4/\ud83d\ude00",
                Json.read("\ufeff\"\u00e4/\ud83d\ude00\"".getBytes(StandardCharsets.UTF_8)).textValue());
    }

    @Test
    void namesTheLimitThatIsExceeded() {
        Map<String, String> wrong = Map.of(
                "{\"a\":" + "1".repeat(1_000_000) + "}", "a number must have at most 100 characters; one has 1000000",
                "{\"a\":1." + "1".repeat(1_000) + "}", "a number must have at most 100 characters; one has 1001",
                "{\"" + "a".repeat(50_001) + "\":1}", "a name must have at most 50000 characters");
        wrong.forEach((text, words) -> {
            ProblemException refused =
                    assertThrows(ProblemException.class, () -> Json.read(text.getBytes(StandardCharsets.UTF_8)), words);
            assertTrue(refused.getMessage().startsWith("the body must be JSON: " + words), refused::getMessage);
        });
    }
}
