package psr.launcher.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;

class RunFolderTest {

    @TempDir
    private Path folder;

    private static TrialResult result(int trial, String recipe, double... values) {
        List<TrialResult.Point> curve = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            curve.add(new TrialResult.Point(i, Map.of("m.a", values[i])));
        }
        return new TrialResult(trial, recipe, curve, Map.of("skipped", 2L), Map.of("2sr", .5), Optional.empty());
    }

    private static final Experiment EXPERIMENT = new Experiment("t", Stage.parse("ring"),
            List.of(Recipe.parse("z:a=1,b=2"), Recipe.parse("a")), Stage.parseList("m"), 2, 1, 1);

    private static final List<TrialResult> RESULTS = List.of(result(0, "oracle", 7), result(0, "z:a=1,b=2", 1, 2),
            result(1, "z:a=1,b=2", 3), result(1, "a", .1), result(0, "a", .2),
            new TrialResult(1, "oracle", List.of(), Map.of(), Map.of(), Optional.of("no reason")));

    private static void write(RunFolder run, List<TrialResult> results) {
        results.forEach(run::add);
        results.stream().map(TrialResult::trial).distinct().forEach(trial -> run.trialFinished(EXPERIMENT, trial));
    }

    @Test
    void summaryIsOrderedAveragedAndKeepsTheLastValueOfATrialThatStopped() throws Exception {
        try (RunFolder run = RunFolder.create(folder.resolve("new/run"))) {
            write(run, RESULTS);
            run.summarise(EXPERIMENT, new Summary(EXPERIMENT, List.of("m.a", "m.b"), run.trials()));
            assertEquals("""
                    recipe,iteration,metric,mean,stderr,trials
                    "z:a=1,b=2",0,m.a,2.0,1.0,2
                    "z:a=1,b=2",1,m.a,2.5,0.5,2
                    a,0,m.a,0.15000000000000002,0.05000000000000001,2
                    oracle,0,m.a,7.0,,1
                    """, Files.readString(run.path().resolve("summary.csv")));
        }
    }

    @Test
    void trialsAreReadInTheirOrderWhateverTheOrderTheyFinishedIn() throws Exception {
        try (RunFolder run = RunFolder.create(folder)) {
            List<TrialResult> reversed = new ArrayList<>(RESULTS);
            Collections.reverse(reversed);
            write(run, reversed);
            TrialsFile scanned = TrialsFile.scan(folder.resolve("trials.jsonl"));
            for (Iterable<TrialResult> trials : List.of(run.trials(), scanned)) {
                List<TrialResult> read = new ArrayList<>();
                trials.forEach(read::add);
                assertEquals(List.of(reversed.get(1), reversed.get(4), reversed.get(5), reversed.get(0),
                        reversed.get(2), reversed.get(3)), read);
            }
        }
    }

    @Test
    void timesAreBesideTheSummary() throws Exception {
        try (RunFolder run = RunFolder.create(folder)) {
            write(run, RESULTS);
            run.summarise(EXPERIMENT, new Summary(EXPERIMENT, List.of("m.a"), run.trials()));
            assertEquals("recipe,stage,seconds,stderr,trials\n\"z:a=1,b=2\",2sr,0.5,0.0,2\na,2sr,0.5,0.0,2\n"
                    + "oracle,2sr,0.5,,1\n", Files.readString(folder.resolve("times.csv")));
        }
    }

    @Test
    void summaryHasTheRegularIterationsAndTheVeryLast() {
        Experiment every = new Experiment("t", Stage.parse("ring"), List.of(Recipe.parse("a")), Stage.parseList("m"), 2,
                1, 2);
        List<TrialResult> results = List.of(result(0, "a", 1, 2, 3, 4), result(1, "a", 1, 2));
        assertEquals(List.of(0, 2, 3), new Summary(every, List.of("m.a"), results).rows().stream()
                .map(Summary.Row::iteration).toList());
        assertEquals(List.of(3), new Summary(every, List.of("m.a"), results).last().stream()
                .map(Summary.Row::iteration).toList());
    }

    @Test
    void everyResultIsALineOfJson() throws Exception {
        try (RunFolder run = RunFolder.create(folder)) {
            RESULTS.forEach(run::add);
            assertEquals(List.of(), Files.readAllLines(folder.resolve("trials.jsonl")), "no trial is finished");
            run.trialFinished(EXPERIMENT, 0);
            run.trialFinished(EXPERIMENT, 1);
            List<String> lines = Files.readAllLines(folder.resolve("trials.jsonl"));
            assertEquals(6, lines.size());
            assertEquals(List.of(false, false, true, false, false, true),
                    lines.stream().map(line -> TrialLine.head(line).orElseThrow().last()).toList());
            JsonNode first = new ObjectMapper().readTree(lines.get(1));
            assertEquals("z:a=1,b=2", first.get("recipe").asText());
            assertEquals(2.0, first.get("curve").get(1).get("values").get("m.a").asDouble());
            assertEquals(2, first.get("counts").get("skipped").asInt());
            assertFalse(first.has("failure"));
            assertEquals("no reason", new ObjectMapper().readTree(lines.get(5)).get("failure").asText());
        }
    }

    @Test
    void refusesAFolderThatHoldsARun() throws Exception {
        RunFolder.create(folder).close();
        String message = assertThrows(IllegalArgumentException.class, () -> RunFolder.create(folder)).getMessage();
        assertTrue(message.startsWith("the output folder must not hold a run; "), message);
    }

    @Test
    void twoRunsNeverWriteOneFolder() throws Exception {
        try (RunFolder first = RunFolder.create(folder)) {
            for (org.junit.jupiter.api.function.Executable second : List.<org.junit.jupiter.api.function.Executable>of(
                    () -> RunFolder.create(folder), () -> RunFolder.open(folder))) {
                String message = assertThrows(IllegalArgumentException.class, second).getMessage();
                assertEquals("two runs must not write one folder; " + folder + " is being written by this process",
                        message);
            }
            assertEquals(folder, first.path());
        }
        RunFolder.open(folder).close();
        assertEquals(java.util.Optional.empty(), FolderLock.holder(folder));
    }

    @Test
    void anotherProcessSeesTheLockAndItDiesWithTheProcess() throws Exception {
        try (RunFolder held = RunFolder.create(folder)) {
            assertEquals("locked", tryFromAnotherProcess());
            // Looking at it must not give the lock away.
            assertEquals(Optional.of("this process"), FolderLock.holder(held.path()));
            TrialsFile.scan(folder.resolve("trials.jsonl"));
            assertEquals("locked", tryFromAnotherProcess());
        }
        assertEquals("free", tryFromAnotherProcess());
    }

    /** Locks the folder in a Java of its own. */
    private String tryFromAnotherProcess() throws Exception {
        Path source = folder.resolveSibling(folder.getFileName() + "Probe.java");
        Files.writeString(source, """
                import java.nio.channels.*;
                import java.nio.file.*;
                class Probe {
                    public static void main(String[] a) throws Exception {
                        var channel = FileChannel.open(Path.of(a[0]), StandardOpenOption.WRITE);
                        System.out.print(channel.tryLock() == null ? "locked" : "free");
                    }
                }
                """);
        Process java = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                source.toString(), folder.resolve(".lock").toString()).redirectErrorStream(true).start();
        String said = new String(java.getInputStream().readAllBytes());
        assertEquals(0, java.waitFor(), said);
        Files.delete(source);
        return said;
    }

    @Test
    void refusesAFile() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        for (Path path : List.of(file, file.resolve("below"))) {
            String message = assertThrows(IllegalArgumentException.class, () -> RunFolder.create(path)).getMessage();
            assertTrue(message.startsWith("the output"), message);
        }
    }

    @Test
    void takesBackWhatItMade() throws Exception {
        RunFolder.create(folder.resolve("new/run")).discard();
        assertFalse(Files.exists(folder.resolve("new")));
        Files.createFile(folder.resolve("mine"));
        RunFolder.create(folder).discard();
        assertTrue(Files.exists(folder.resolve("mine")));
        assertFalse(Files.exists(folder.resolve("trials.jsonl")));
    }
}
