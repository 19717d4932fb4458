package psr.itest.programs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

/** The programs in docs/PROGRAMS.md: the page shows what is compiled. */
class ProgramsTest {

    private static final Path TREE = Path.of("").toAbsolutePath().getParent();

    @Test
    void thePageShowsTheProgramsAsTheyAre() throws IOException {
        String page = Files.readString(TREE.resolve("docs/PROGRAMS.md"));
        for (String file : List.of("examples/lab-program/src/main/java/example/labprogram/LabProgram.java",
                "psr.itest/src/main/java/psr/itest/programs/Forecast.java",
                "examples/lab-program/src/main/java/example/labprogram/PlainProgram.java")) {
            String source = Files.readString(TREE.resolve(file));
            String shown = source.substring(source.indexOf("import "));
            assertTrue(page.contains("```java\n" + shown + "```\n"), "docs/PROGRAMS.md must show " + file + " as it is");
        }
    }
}
