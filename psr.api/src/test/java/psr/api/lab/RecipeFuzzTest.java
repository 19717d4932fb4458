package psr.api.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random texts are parsed, or rejected with a message of one line; a parsed recipe is equal after it is written and parsed again. */
@Timeout(120)
class RecipeFuzzTest {

    /** {@code psr.fuzz} multiplies them: {@code mvn verify -Pattack}. */
    private static final int TEXTS = 20_000 * Integer.getInteger("psr.fuzz", 1);
    private static final List<String> PIECES =
            List.of("2sr", "mix", "ig", "a", "rank", ":", ":", "=", "=", ",", "+", "+", "/", "/",
                    "\"", "\"", "'", "''", "\"\"", " ", "1e-3", "\\", "\n", "\u0000", "\u00e4", "\ud83d\ude00", "\ud800", "{",
                    "(", ".", "-", "");

    /** Each seed gives different random texts. */
    static Stream<Long> seeds() {
        return Stream.of(1L, 2L, 3L);
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(1, 24); left > 0; left--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void recipesAreReadAsTheyAreWritten(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int read = 0;
        for (int i = 0; i < TEXTS; i++) {
            String text = text(random);
            try {
                Recipe recipe = Recipe.parse(text);
                String written = recipe.text();
                assertEquals(recipe.stages(), Recipe.parse(written).stages(),
                        () -> "written as " + written + ", read from " + text);
                assertEquals(written, Recipe.parse(written).text(), () -> "read from " + text);
                read++;
            } catch (IllegalArgumentException e) {
                assertFalse(e.getMessage().isBlank(), text);
            }
        }
        assertTrue(read > TEXTS / 1000, "only " + read + " of " + TEXTS + " were recipes");
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void listsOfStagesAreReadAsTheyAreWritten(long seed) {
        SplittableRandom random = new SplittableRandom(-seed);
        for (int i = 0; i < TEXTS; i++) {
            String text = text(random);
            try {
                for (Stage stage : Stage.parseList(text)) {
                    assertEquals(stage, Stage.parse(stage.toString()), text);
                }
            } catch (IllegalArgumentException e) {
                assertFalse(e.getMessage().isBlank(), text);
            }
        }
    }
}
