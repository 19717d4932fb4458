package psr.launcher.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.lab.Experiment;

/** A damaged experiment is rejected with a message of one line, or it is equal after it is written and read again. */
@Timeout(120)
class ExperimentFuzzTest {

    /** {@code psr.fuzz} multiplies them: {@code mvn verify -Pattack}. */
    private static final int TEXTS = 3_000 * Integer.getInteger("psr.fuzz", 1);
    private static final String WHOLE = """
            {"name": "mine", "description": "d", "dataset": "coins:a=1", "recipes": ["mean", {"label": "x", "recipe": "mean+climb:b=2"}],
             "metrics": ["level"], "trials": 4, "seed": -7, "every": 2, "rates": [1e-3, "0.1"], "rates-by": "level.m", "rates-trials": 2,
             "claims": [{"id": "c", "words": "w", "measure": "level.m", "subject": "x", "reference": "mean", "expected": "below"}]}
            """;
    private static final List<String> PIECES =
            List.of("\"", "\\", "{", "}", "[", "]", ",", ":", "null", "1e999", "-0", "NaN", "true",
                    "\\u0000", "\\ud800", "1".repeat(400), "[".repeat(70), "\u0000", "\uffff", "9223372036854775808",
                    "\"name\": 1,", "mean", "+");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void damagedExperimentsAreRejectedOrReadAsTheyAreWritten(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int read = 0;
        for (int i = 0; i < TEXTS; i++) {
            String text = damaged(random);
            try {
                Experiment experiment = ExperimentReader.read(text, "file.json", "other");
                read++;
                String written = new ExperimentFiles().write(experiment);
                assertEquals(written, new ExperimentFiles().write(ExperimentReader.read(written, "file.json", "other")), text);
            } catch (IllegalArgumentException e) {
                assertFalse(e.getMessage().isBlank(), text);
                assertTrue(e.getMessage().contains("file.json"), () -> e.getMessage() + " for " + text);
            }
        }
        assertTrue(read > 0 && read < TEXTS, "all or none of the texts were experiments");
    }

    /** One to three changes: another byte, a piece put in, a part cut out or repeated. */
    private static String damaged(SplittableRandom random) {
        StringBuilder text = new StringBuilder(WHOLE);
        for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + random.nextInt(1, 20));
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, (char) (text.charAt(at) ^ 1 << random.nextInt(8)));
                case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 2 -> text.delete(at, end);
                default -> text.insert(at, text.substring(at, end));
            }
        }
        // Files are bytes: characters that are none become question marks.
        return new String(text.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
