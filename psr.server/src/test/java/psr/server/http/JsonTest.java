package psr.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
                "[".repeat(65),
                "its depth must be at most 64 nested values, numbers must have at most 100 characters, and names at most 50000");
        wrong.forEach((text, words) -> {
            ProblemException refused =
                    assertThrows(ProblemException.class, () -> Json.read(text.getBytes(StandardCharsets.UTF_8)), text);
            assertEquals("the body must be JSON: " + words,
                    refused.getMessage().replaceFirst(" \\(line 1, column [0-9]+\\)$", ""));
        });
        assertEquals("not valid JSON: it ends before all arrays, objects and texts are closed",
                assertThrows(IllegalArgumentException.class, () -> Json.read("[")).getMessage());
    }
}
