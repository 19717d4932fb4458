package psr.itest.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs in docs/PROGRAMS.md: the page shows what is compiled, and the plain one runs without a framework. */
class ProgramsTest {

    private static final Path TREE = Path.of("").toAbsolutePath().getParent();

    @TempDir
    Path folder;

    @Test
    void aLearnerIsAClassWithAPublicConstructor() throws Exception {
        StringBuilder text = new StringBuilder("user,page\n");
        for (int user = 0; user < 40; user++) {
            for (String page : (user % 3 == 0 ? "home search product pay pay" : "home search search product").split(" ")) {
                text.append(user).append(',').append(page).append('\n');
            }
        }
        double[] scores = PlainJava.predict(Files.writeString(folder.resolve("visits.csv"), text));
        assertEquals(5, scores.length);
        assertTrue(Arrays.stream(scores).allMatch(Double::isFinite));
        // By falling frequency: search, home, product, pay, <end>. After home and search only search and product came.
        assertTrue(Math.max(scores[0], scores[2]) > Math.max(scores[1], Math.max(scores[3], scores[4])),
                Arrays.toString(scores));
    }

    @Test
    void thePageShowsTheProgramsAsTheyAre() throws IOException {
        String page = Files.readString(TREE.resolve("docs/PROGRAMS.md"));
        for (String file : List.of("examples/lab-program/src/main/java/example/labprogram/LabProgram.java",
                "psr.itest/src/main/java/psr/itest/programs/Forecast.java",
                "psr.itest/src/test/java/psr/itest/programs/PlainJava.java")) {
            String source = Files.readString(TREE.resolve(file));
            String shown = source.substring(source.indexOf("import "));
            assertTrue(page.contains("```java\n" + shown + "```\n"), "docs/PROGRAMS.md must show " + file + " as it is");
        }
    }
}
