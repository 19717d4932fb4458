package psr.shell.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import psr.api.lab.Experiments;
import psr.api.settings.ValidationError;
import psr.launcher.experiments.ExperimentFiles;
import psr.launcher.spi.ExperimentLimits;
import psr.shell.command.Arguments;
import psr.shell.command.Invocation;
import psr.shell.command.Output;

class ExperimentRequestTest {

    private final Experiments experiments = new ExperimentFiles();
    @TempDir
    private Path folder;

    @BeforeEach
    void file() throws IOException {
        Files.writeString(folder.resolve("mine.json"), """
                {"dataset": "sea",
                 "recipes": ["swim", "dive+climb"],
                 "metrics": ["tide"],
                 "claims": [{"id": "a", "words": "w", "measure": "tide.low", "subject": "swim", "reference": "dive+climb",
                             "expected": "below"}]}
                """);
    }

    private ExperimentRequest request(String... words) throws IOException {
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
        Arguments arguments = Arguments.parse(new RunCommand(null, experiments, null, null).usage(),
                List.of(words));
        return ExperimentRequest.of(new Invocation(arguments, new Output(nowhere, nowhere, false, () -> {}, false),
                new ByteArrayInputStream(new byte[0]), folder, null), experiments);
    }

    /** Errors are found when the experiment is submitted, and have a pointer. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "/dataset | line 1, column 13", "/recipes/1/settings/deep | line 2, column 22", "/metrics/0 | line 3, column 14",
            "/claims/0/measure | line 4, column 50"})
    void anErrorInAFileHasItsLineAndColumn(String place, String where) throws IOException {
        ValidationError error = ValidationError.of("oh").at(place);
        assertEquals(where + " of mine.json: oh", request("mine.json").origin().apply(error).message());
    }

    @Test
    void anErrorInAReplacedPartHasNoLocation() throws IOException {
        ValidationError error = ValidationError.of("oh").at("/recipes/0");
        assertEquals("oh", request("mine.json", "--recipes", "fly").origin().apply(error).message());
        assertTrue(request("mine.json", "--metrics", "tide").origin().apply(error).message().startsWith("line 2, column 14"));
        assertEquals("oh", request("mine.json").origin().apply(ValidationError.of("oh")).message());
        assertEquals("oh", request("sea", "swim").origin().apply(error).message());
        assertEquals("the preset ring: oh", request("ring").origin().apply(error).message());
    }

    @Test
    void onlyOptionsForRecipesAndMetricsReplaceWhatClaimsName() throws IOException {
        assertFalse(request("mine.json", "--trials", "7").replaced());
        assertTrue(request("mine.json", "--recipes", "fly").replaced());
        assertTrue(request("mine.json", "--metrics", "wave").replaced());
    }

    @Test
    void typedExperimentsHaveTheLimitsOfFiles() {
        String many = "swim" + "+climb".repeat(ExperimentLimits.RECIPE_STAGES);
        List<String> recipes = new ArrayList<>(List.of("sea"));
        for (int i = 0; i <= ExperimentLimits.RECIPES; i++) {
            recipes.add("swim:depth=" + i);
        }
        String[][] typed = {{"sea", many}, {"mine.json", "--recipes", many}, recipes.toArray(String[]::new)};
        for (String[] words : typed) {
            assertTrue(assertThrows(IllegalArgumentException.class, () -> request(words)).getMessage()
                    .contains(" must have at most "));
        }
    }

    @Test
    void rejectsAFileThatIsTooLarge() throws IOException {
        Files.writeString(folder.resolve("large.json"), " ".repeat(4 * ExperimentLimits.JSON + 1));
        assertEquals("large.json must have at most 4000000 bytes; it has 4000001",
                assertThrows(IllegalArgumentException.class, () -> request("large.json")).getMessage());
    }
}
