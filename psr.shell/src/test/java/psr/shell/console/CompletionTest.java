package psr.shell.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jline.reader.Candidate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Experiments;
import psr.api.lab.ServiceKind;
import psr.api.settings.NoSettings;
import psr.api.settings.Option;
import psr.shell.command.Usage;
import psr.shell.experiments.RunCommand;
import psr.shell.fakes.FakeCatalogue;
import psr.shell.models.TrainCommand;

class CompletionTest {

    /** Settings with a choice and a file. */
    public record Settings(
            @Option(value = "1", help = "a number") int rate,
            @Option(value = "on", help = "a switch") boolean loud,
            @Option(value = "none", help = "a file", absent = "none") Optional<Path> file) {}

    @TempDir
    private Path folder;
    private Completion completion;

    @BeforeEach
    void prepare() throws IOException {
        FakeCatalogue catalogue = new FakeCatalogue().with(ServiceKind.DATASET, "coins", Settings.class)
                .with(ServiceKind.LEARNER, "mean", NoSettings.class).with(ServiceKind.REFINER, "climb", Settings.class)
                .with(ServiceKind.COMBINER, "mix", NoSettings.class).with(ServiceKind.METRIC, "level", NoSettings.class);
        Map<String, Usage> usages = Map.of("run", new RunCommand(null, (Experiments) null, catalogue, null).usage(), "train",
                new TrainCommand(null, catalogue, null).usage(), "help",
                Usage.of("help"));
        completion = new Completion(new Completion.Sources(() -> List.of("help", "run", "train"),
                () -> List.of("felix:lb", "psr:run"), name -> Optional.ofNullable(usages.get(name)), catalogue,
                () -> List.of("ring"), () -> folder));
        Files.createFile(folder.resolve("mine.json"));
        Files.createFile(folder.resolve("u>target.txt"));
        Files.createDirectory(folder.resolve("a folder"));
        Files.createFile(folder.resolve("a folder/it's;exit"));
    }

    /** What is offered at the end of a line. */
    private List<String> offers(String line) {
        CompletionLine typed = new CompletionLine(line, line.length());
        List<Candidate> candidates = new ArrayList<>();
        completion.complete(null, typed, candidates);
        return candidates.stream().map(Candidate::value).filter(text -> text.startsWith(typed.word())).toList();
    }

    @Test
    void anEmptyLineOffersOurCommandsAndOthersOnlyWithTheirScope() {
        assertEquals(List.of("help", "run", "train"), offers(""));
        assertEquals(List.of("felix:lb"), offers("fel"));
        assertEquals(List.of("run"), offers("help r"));
        assertEquals(List.of("run"), offers("help run | r"));
    }

    @Test
    void aRecipeIsALearnerThenRefiners() {
        assertEquals(List.of("mean", "mix"), offers("run coins m"));
        assertEquals(List.of("mean+climb"), offers("run coins mean mean+c"));
        assertEquals(List.of("mix/mean", "mix/mix"), offers("run coins mix/m"));
    }

    @Test
    void afterTheColonComeSettingsAndTheirValues() {
        assertEquals(List.of("mean+climb:rate=", "mean+climb:loud=", "mean+climb:file="), offers("run coins mean+climb:"));
        assertEquals(List.of("mean+climb:rate=1"), offers("run coins mean+climb:rate="));
        assertEquals(List.of("mean+climb:loud=off"), offers("run coins mean+climb:loud=of"));
        assertEquals(List.of("coins:rate=2,file=mine.json"), offers("train coins:rate=2,file=m"));
        assertEquals(List.of(), offers("run coins mean+nobody:"));
    }

    @Test
    void valuesInBracesArePartOfAWord() {
        assertEquals(List.of("mean:rate={1,2}+climb"), offers("run coins mean:rate={1,2}+c"));
        assertEquals(List.of("mean+climb"), offers("run coins mean:rate={1..5} mean+c"));
    }

    @Test
    void optionsAndTheirValues() {
        assertTrue(offers("run coins mean --t").containsAll(List.of("--threads", "--trials")));
        assertFalse(offers("run coins mean --trials 3 --t").contains("--trials"));
        assertEquals(List.of("level"), offers("run coins mean --metrics l"));
        assertEquals(List.of("level,level"), offers("run coins mean --metrics level,"));
        assertEquals(List.of("all"), offers("train coins mean --on a"));
        assertEquals(List.of("--on=training"), offers("train coins mean --on=t"));
        assertEquals(List.of(), offers("run coins mean --seed "));
    }

    @Test
    void anExperimentIsAPresetADataSetOrAFile() {
        assertEquals(List.of("ring", "coins", "a folder/", "mine.json"), offers("run "));
    }

    @Test
    void whatIsCompletedIsOneWordOfTheShell() {
        assertEquals(List.of("u>target.txt"), offers("train coins mean --model u"));
        CompletionLine line = new CompletionLine("cat 'a fol", 10);
        assertEquals("a fol", line.word());
        assertEquals(5, line.wordCursor());
        assertEquals(6, line.rawWordLength());
        assertEquals("'u>target.txt'", line.escape("u>target.txt", true));
        assertEquals("'a folder/it'\\''s;exit'", line.escape("a folder/it's;exit", true));
        assertEquals("csv:file=a.csv,symbol=2", line.escape("csv:file=a.csv,symbol=2", true));
        assertEquals(List.of("a folder/it's;exit"), offers("cat 'a folder/'it"));
        assertEquals(List.of("a folder/it's;exit"), offers("cat a\\ folder/it"));
    }

    @Test
    void theCursorMayStandAnywhere() {
        for (String text : List.of("", " ", "run", "run  ", "a 'b c' d", "a 'b", "a b\\", "x | y z", "a;b", "'", "\"a b\" ")) {
            for (int cursor = 0; cursor <= text.length(); cursor++) {
                CompletionLine line = new CompletionLine(text, cursor);
                assertTrue(line.wordCursor() <= line.word().length(), text + " at " + cursor);
                assertTrue(line.rawWordCursor() <= line.rawWordLength(), text + " at " + cursor);
            }
        }
    }
}
