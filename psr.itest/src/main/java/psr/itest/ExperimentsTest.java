package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Experiment;
import psr.api.lab.Experiments;
import psr.api.lab.Laboratory;

/** Experiment files and run folders, as the shell treats them, with the modules of the application. */
public class ExperimentsTest {

    private static final String EXPERIMENT = """
            {
              "name": "tiny",
              "description": "Small enough for a test.",
              "dataset": "ring:sequences=300,states=4,symbols=4",
              "recipes": [
                { "label": "2SR", "recipe": "2sr:rank=4" },
                { "label": "IG", "recipe": "2sr:rank=4+ig:passes=3" }
              ],
              "trials": 4,
              "claims": [
                { "id": "better", "words": "IG is better", "measure": "pnll.operators", "subject": "IG",
                  "reference": "2SR", "expected": "below" }
              ]
            }
            """;

    @TempDir
    Path folder;

    private Path file() throws Exception {
        return Files.writeString(folder.resolve("tiny.json"), EXPERIMENT);
    }

    private static String message(String line) {
        return assertThrows(IllegalArgumentException.class, () -> Shell.type(line)).getMessage();
    }

    /** The examples of the documentation run as they are. */
    @Test
    public void everyExampleOfThePageIsAnExperiment() throws Exception {
        Experiments experiments = Shell.service(Experiments.class);
        Matcher block = Pattern.compile("(?s)```json\\n(.*?)```").matcher(
                Files.readString(Shell.tree().resolve("docs/EXPERIMENTS.md")));
        int found = 0;
        for (; block.find(); found++) {
            Experiment experiment = experiments.read(block.group(1), "docs/EXPERIMENTS.md", "page");
            assertEquals(List.of(), Shell.service(Laboratory.class).check(experiment));
            assertEquals(experiment, experiments.read(experiments.write(experiment), "written", "page"));
        }
        assertTrue(found > 0, "the page must have an example");
    }

    @Test
    public void runsAFileAndLeavesEverythingBehind() throws Exception {
        Path out = folder.resolve("run");
        String said = Shell.type("psr:run " + Shell.word(file()) + " --out " + Shell.word(out));
        assertTrue(said.contains("\n1 claim: "), said);
        assertTrue(said.contains("report: " + out.resolve("report.html")), said);
        for (String name : List.of("experiment.json", "trials.jsonl", "summary.csv", "times.csv", "claims.csv",
                "report.html", "figures")) {
            assertTrue(Files.exists(out.resolve(name)), name);
        }
        String record = Files.readString(out.resolve("experiment.json"));
        assertTrue(record.contains("\"name\" : \"psr.gradients\""), record);
        assertTrue(record.matches("(?s).*\"sha256\" : \"[0-9a-f]{64}\".*"), record);
        assertTrue(Shell.type("psr:runs " + Shell.word(folder)).contains(" finished "), "its state");
        assertTrue(Shell.type("psr:compare " + Shell.word(out) + " " + Shell.word(out)).contains("pnll.operators"),
                "beside itself");
        assertTrue(message("psr:run " + Shell.word(file()) + " --out " + Shell.word(out))
                .contains("must not hold a run"));
    }

    @Test
    public void aRunThatWasCutResumesToTheSameBytes() throws Exception {
        Path whole = folder.resolve("whole");
        Shell.type("psr:run " + Shell.word(file()) + " --out " + Shell.word(whole));
        Path cut = Files.createDirectory(folder.resolve("cut"));
        Files.copy(whole.resolve("experiment.json"), cut.resolve("experiment.json"));
        String trials = Files.readString(whole.resolve("trials.jsonl"));
        Files.writeString(cut.resolve("trials.jsonl"), trials.substring(0, trials.length() / 2));
        assertTrue(Shell.type("psr:runs " + Shell.word(folder)).contains(" resumable "), "its state");
        Shell.type("psr:resume " + Shell.word(cut));
        assertEquals(Files.readString(whole.resolve("summary.csv")), Files.readString(cut.resolve("summary.csv")));
        assertTrue(Files.exists(cut.resolve("report.html")));
        // A finished run continues when more trials are requested.
        Shell.type("psr:resume " + Shell.word(cut) + " --trials 5");
        Shell.type("psr:run " + Shell.word(file()) + " --trials 5 --out " + Shell.word(folder.resolve("five")));
        assertEquals(Files.readString(folder.resolve("five/summary.csv")),
                Files.readString(cut.resolve("summary.csv")));
        String record = Files.readString(cut.resolve("experiment.json"));
        Files.writeString(cut.resolve("experiment.json"), record.replaceFirst("\"seed\" : 1", "\"seed\" : 2"));
        String refusal = message("psr:resume " + Shell.word(cut));
        assertTrue(refusal.contains("must not be changed; its checksum does not match"), refusal);
        Files.writeString(cut.resolve("experiment.json"), record);
        Shell.type("psr:resume " + Shell.word(cut) + " --anyway");
    }

    @Test
    public void optionsTakeThePlaceOfFields() throws Exception {
        Path out = folder.resolve("run");
        Shell.type("psr:run " + Shell.word(file()) + " --trials 1 --seed 9 --metrics ospa --every 2 --dataset "
                + "ring:sequences=200,states=3,symbols=3 --recipes \"2sr:rank=3 random:rank=3\" --name other"
                + " --out " + Shell.word(out));
        String record = Files.readString(out.resolve("experiment.json"));
        for (String part : List.of("\"name\" : \"other\"", "\"seed\" : 9", "\"every\" : 2", "\"trials\" : 1",
                "\"dataset\" : \"ring:sequences=200,states=3,symbols=3\"", "\"recipe\" : \"random:rank=3\"",
                "\"claims\" : [ ]")) {
            assertTrue(record.contains(part), part + " in " + record);
        }
        assertFalse(Files.readString(out.resolve("summary.csv")).contains("pnll"));
    }

    @Test
    public void choosesRates() throws Exception {
        Path out = folder.resolve("run");
        Shell.type("psr:run " + Shell.word(file()) + " --trials 1 --rates 1e-9,1e-3 --out " + Shell.word(out));
        String record = Files.readString(out.resolve("experiment.json"));
        assertTrue(record.matches("(?s).*\"rates\" : \\[\\s*\\{\\s*\"label\" : \"IG\",\\s*\"rate\" : \"1e-[93]\".*"),
                record);
        assertTrue(record.matches("(?s).*\"recipe\" : \"2sr:rank=4\\+ig:passes=3,rate=1e-[93]\".*"), record);
        assertTrue(Files.readString(out.resolve("report.html")).contains("rate of IG"));
    }

    @Test
    public void presetsFitTheModulesOfTheApplication() throws Exception {
        assertTrue(Shell.type("psr:presets").contains("\nring "));
        for (String preset : List.of("ring", "text", "ring-cv", "text-cv", "ring-starts", "text-starts")) {
            // Read and checked whole, every recipe, metric and claim, before the option is found wrong.
            assertTrue(message("psr:run " + preset + " --claims no-such").startsWith("no claim with id 'no-such'"));
        }
    }

    @Test
    public void badInputIsOneClearLine() throws Exception {
        Files.writeString(folder.resolve("bad.json"), EXPERIMENT.replace("2sr:rank=4\"", "2sr:rnk=4\""));
        assertTrue(message("psr:run " + Shell.word(folder.resolve("bad.json"))).startsWith(
                "line 6, column 33 of bad.json: no setting named 'rnk' in 2sr; did you mean 'rank'?"));
        assertTrue(message("psr:run rng").contains("; found only 'rng'; did you mean 'ring'?"));
        assertTrue(message("psr:run " + Shell.word(folder.resolve("none.json"))).startsWith("there is no file "));
        assertTrue(message("psr:run " + Shell.word(file()) + " 2sr")
                .startsWith("an experiment file has its recipes; "));
        assertTrue(message("psr:resume " + Shell.word(folder)).startsWith("a run folder must hold experiment.json; "));
        assertTrue(message("psr:report " + Shell.word(folder)).startsWith("a run folder must hold experiment.json; "));
        assertTrue(message("psr:compare " + Shell.word(folder)).startsWith("compare needs two run folders"));
    }
}
