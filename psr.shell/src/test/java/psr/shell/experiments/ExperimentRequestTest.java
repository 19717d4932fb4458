package psr.shell.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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
import psr.api.lab.Recipe;
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
        return ExperimentRequest.all(new Invocation(arguments, new Output(nowhere, nowhere, false, () -> {}, false),
                new ByteArrayInputStream(new byte[0]), folder, null), experiments).get(0);
    }

    @Test
    void valuesInBracesAreRecipesOfTheirOwn() throws IOException {
        assertEquals(List.of("dive:deep=5", "dive:deep=10", "swim"),
                request("sea", "dive:deep={5..10+5}", "swim").experiment().recipes().stream().map(Recipe::text).toList());
        assertEquals(List.of("dive:deep=1+climb:up=1e-2", "dive:deep=1+climb:up=1e-1"),
                request("sea", "swim", "--recipes", "dive:deep=1+climb:up={1e-2..1e-1x10}").experiment().recipes().stream()
                        .map(Recipe::text).toList());
    }

    @Test
    void aSampleOfASweepDependsOnTheSeedAlone() throws IOException {
        List<Recipe> sample = request("sea", "dive:deep={1..1000000000}", "--sample", "7").experiment().recipes();
        assertEquals(7, sample.size());
        assertEquals(sample, request("sea", "dive:deep={1..1000000000}", "--sample", "7").experiment().recipes());
        assertNotEquals(sample,
                request("sea", "dive:deep={1..1000000000}", "--sample", "7", "--seed", "2").experiment().recipes());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "dive:deep={1..10000000} | at most 1000 combinations; found 10000001",
            "dive:deep={1..101}      | these are 102 recipes: add --yes",
            "dive:deep={}            | at least one value",
            "dive:deep={2,2}         | 2 appears twice",
            "sea:size=20             | put a data set with several values in quotes"})
    void rejectsASweepInOneLine(String word, String reason) {
        String message = assertThrows(IllegalArgumentException.class, () -> request("sea:size=8", word, "swim")).getMessage();
        assertTrue(message.contains(reason) && message.lines().count() == 1, message);
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
