package psr.launcher.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Experiment;
import psr.api.lab.RunOptions;
import psr.api.lab.TrialResult;
import psr.launcher.lab.Fakes;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.spi.TrialOutcome;
import psr.launcher.trials.BoundExperiment;

class RunFolderTest {

    private static final String FIRST = "mean:offset=1,at-least=2";
    private static final Experiment EXPERIMENT = Fakes.experiment(2, FIRST, "mean");

    @TempDir
    private Path folder;

    private static RunRecord record(Experiment experiment) {
        try (BoundExperiment bound = BoundExperiment.of(experiment, new PinnedServices(Fakes.all(), Fakes.holds(),
                Selection.CURRENT))) {
            return RunRecord.begin(bound, RunOptions.defaults(), Path.of(""), bound.versions());
        }
    }

    private static RunFolder create(Path path) {
        return RunFolder.create(path, record(EXPERIMENT));
    }

    private static TrialResult result(int trial, String label, double... values) {
        List<TrialResult.Point> curve = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            curve.add(new TrialResult.Point(i, Map.of("level.mean", values[i])));
        }
        TrialResult.Builder result = label.equals("oracle") ? TrialResult.ofTrueModel(trial)
                : TrialResult.of(trial, label);
        return result.curve(curve).counts(Map.of("skipped", 2L)).stages(List.of(new TrialResult.StageTime("2sr", .5),
                new TrialResult.StageTime("2sr", .25))).build();
    }

    private static final TrialOutcome ZERO = new TrialOutcome(0,
            List.of(result(0, FIRST, 1, 2), result(0, "mean", .2), result(0, "oracle", 7)), "abcd1234abcd");
    private static final TrialOutcome ONE = new TrialOutcome(1, List.of(result(1, FIRST, 3), result(1, "mean", .1),
            TrialResult.ofTrueModel(1).failure(TrialResult.Failure.of("no reason"))
                    .unmeasured(Map.of("level", "why not")).build()),
            "efgh5678efgh");

    private static List<TrialResult> read(Iterable<TrialResult> trials) {
        List<TrialResult> read = new ArrayList<>();
        trials.forEach(read::add);
        return read;
    }

    @Test
    void summaryHasMeansInOrderAndTheLastValueOfAStoppedTrial() throws Exception {
        try (RunFolder run = create(folder.resolve("new/run"))) {
            run.add(List.of(ONE));
            assertEquals(List.of(run.path().resolve("summary.csv"), run.path().resolve("times.csv")),
                    RunFiles.write(run.results(), run.path()));
            assertTrue(Files.readString(run.path().resolve("times.csv")).contains("\nmean,1,2sr,0.5,,1\n"),
                    "one trial has no standard error");
            run.add(List.of(ZERO));
            RunFiles.write(run.results(), run.path());
            assertEquals("""
                    recipe,iteration,metric,mean,stderr,trials
                    "mean:offset=1,at-least=2",0,level.mean,2.0,1.0,2
                    "mean:offset=1,at-least=2",1,level.mean,2.5,0.5,2
                    mean,0,level.mean,0.15000000000000002,0.05000000000000001,2
                    oracle,0,level.mean,7.0,,1
                    """, Files.readString(run.path().resolve("summary.csv")));
            assertEquals("""
                    recipe,position,stage,seconds,stderr,trials
                    "mean:offset=1,at-least=2",1,2sr,0.5,0.0,2
                    "mean:offset=1,at-least=2",2,2sr,0.25,0.0,2
                    mean,1,2sr,0.5,0.0,2
                    mean,2,2sr,0.25,0.0,2
                    """, Files.readString(run.path().resolve("times.csv")));
        }
    }

    @Test
    void restoresTheFileOfTrialsIfItIsRemovedDuringTheRun() throws Exception {
        List<TrialResult> all = new ArrayList<>(ZERO.results());
        try (RunFolder run = create(folder)) {
            run.add(List.of(ZERO));
            Files.delete(folder.resolve("trials.jsonl"));
            assertEquals(all, read(run.results().trials()));
            Files.delete(folder.resolve("trials.jsonl"));
            run.add(List.of(ONE));
            all.addAll(ONE.results());
            assertEquals(all, read(run.results().trials()));
        }
        assertEquals(all, read(SavedRunFolder.open(folder).results().trials()));
    }

    @Test
    void readsTrialsInOrderAlthoughTheyFinishInAnyOrder() throws Exception {
        List<TrialResult> all = new ArrayList<>(ZERO.results());
        all.addAll(ONE.results());
        try (RunFolder run = create(folder)) {
            run.add(List.of(ONE));
            run.add(List.of(ZERO));
            assertEquals(all, read(run.results().trials()));
            assertEquals(all, read(TrialsFile.scan(folder.resolve("trials.jsonl"), run.record())));
            assertEquals(Optional.of("abcd1234abcd"), run.data(0));
            assertEquals(2, run.results().finishedTrials());
        }
        assertEquals(all, read(SavedRunFolder.open(folder).results().trials()));
    }

    @Test
    void resumesAfterAnIncompleteTrial() throws Exception {
        try (RunFolder run = create(folder)) {
            run.add(List.of(ZERO));
        }
        Path trials = folder.resolve("trials.jsonl");
        Files.writeString(trials, "{\"trial\":1,\"last\"", StandardOpenOption.APPEND);
        List<TrialResult> all = new ArrayList<>(ZERO.results());
        all.addAll(ONE.results());
        try (RunFolder run = RunFolder.open(folder)) {
            assertEquals(1, run.finished().cardinality());
            assertTrue(run.finished().get(0));
            run.add(List.of(ONE));
            assertEquals(all, read(run.results().trials()));
        }
        assertEquals(all, read(SavedRunFolder.open(folder).results().trials()));
    }

    /** A file is read in chunks of a fixed size: a line may be longer than a chunk, or start in the middle of one. */
    @Test
    void readsLinesLongerThanTheBuffer() throws Exception {
        double[] values = IntStream.range(0, 5000).mapToDouble(Math::sqrt).toArray();
        TrialOutcome zero = new TrialOutcome(0, List.of(result(0, FIRST, values), result(0, "mean", .2)), "abcd1234abcd");
        TrialOutcome one = new TrialOutcome(1, List.of(result(1, FIRST, 3), result(1, "mean", values)), "efgh5678efgh");
        try (RunFolder run = create(folder)) {
            run.add(List.of(zero, one));
        }
        assertTrue(Files.size(folder.resolve("trials.jsonl")) > 1 << 18);
        List<TrialResult> all = new ArrayList<>(zero.results());
        all.addAll(one.results());
        assertEquals(all, read(SavedRunFolder.open(folder).results().trials()));
        try (RunFolder run = RunFolder.open(folder)) {
            assertEquals(2, run.finished().cardinality());
        }
    }

    @Test
    void unlocksARejectedFolder() throws Exception {
        try (RunFolder run = create(folder)) {
            run.add(List.of(ZERO));
        }
        assertThrows(IllegalArgumentException.class, () -> create(folder));
        assertEquals(Optional.empty(), FolderLock.holder(folder));
        Path trials = folder.resolve("trials.jsonl");
        Files.writeString(trials, Files.readString(trials).replaceFirst("2.0", "3.0"));
        assertThrows(IOException.class, () -> RunFolder.open(folder));
        assertEquals(Optional.empty(), FolderLock.holder(folder));
    }

    /** Changes of the file while results are read are noticed. */
    @Test
    void doesNotReadChangedResults() throws Exception {
        try (RunFolder run = create(folder)) {
            run.add(List.of(ZERO));
            RunResults results = run.results();
            Path trials = folder.resolve("trials.jsonl");
            Files.writeString(trials, Files.readString(trials).replaceFirst("2.0", "3.0"));
            assertEquals("cannot read the trial at byte 0 of " + trials + ": its checksum does not match",
                    assertThrows(UncheckedIOException.class, () -> read(results.trials())).getMessage());
        }
    }

    @Test
    void resultsAreASnapshot() throws Exception {
        try (RunFolder run = create(folder)) {
            run.add(List.of(ZERO));
            RunResults before = run.results();
            run.add(List.of(ONE));
            assertEquals(1, before.finishedTrials());
            assertEquals(3, read(before.trials()).size());
            assertEquals(6, read(run.results().trials()).size());
        }
    }

    @Test
    @Timeout(60)
    void readersDoNotWaitForWriters() throws Exception {
        try (RunFolder run = create(folder)) {
            run.add(List.of(ZERO));
            List<Object> read = new ArrayList<>();
            Thread reader = new Thread(() -> read.addAll(List.of(run.record(), run.finished(), run.data(0),
                    read(run.results().trials()), run.results().summary())), "psr-test-reader");
            synchronized (run) {
                reader.start();
                reader.join();
            }
            assertEquals(5, read.size());
        }
    }

    /** Clients that follow the run request several results after each trial. */
    @Test
    void doesNotReadResultsAgainAfterMoreTrials() throws Exception {
        try (RunFolder run = create(folder)) {
            run.add(List.of(ONE));
            RunResults before = run.results();
            List<TrialResult> read = read(before.trials());
            assertSame(before, run.results());
            run.add(List.of(ZERO));
            assertEquals(2, run.results().finishedTrials());
            List<TrialResult> all = new ArrayList<>(ZERO.results());
            all.addAll(ONE.results());
            List<TrialResult> now = read(run.results().trials());
            assertEquals(all, now);
            assertSame(read.get(0), now.get(ZERO.results().size()));
            assertEquals(3, read(before.trials()).size());
        }
    }

    @Test
    void writesEveryResultAsALineOfJson() throws Exception {
        try (RunFolder run = create(folder)) {
            run.add(List.of(ZERO));
            run.add(List.of(ONE));
            List<String> lines = Files.readAllLines(folder.resolve("trials.jsonl"));
            assertEquals(6, lines.size());
            assertEquals(List.of(false, false, true, false, false, true),
                    lines.stream().map(line -> TrialLine.head(line).orElseThrow().last()).toList());
            JsonNode first = new ObjectMapper().readTree(lines.get(0));
            assertEquals(FIRST, first.get("recipe").asText());
            assertEquals(2.0, first.get("curve").get(1).get("values").get("level.mean").asDouble());
            assertEquals(2, first.get("counts").get("skipped").asInt());
            assertFalse(first.has("failure"));
            assertFalse(first.has("true-model"));
            JsonNode last = new ObjectMapper().readTree(lines.get(5));
            assertEquals("no reason", last.get("failure").asText());
            assertTrue(last.get("true-model").asBoolean());
        }
    }

    @Test
    void rejectsAFolderThatHasARun() throws Exception {
        create(folder).close();
        String message = assertThrows(IllegalArgumentException.class, () -> create(folder)).getMessage();
        assertTrue(message.startsWith("the output folder must not hold a run; "), message);
        create(folder.resolve("other")).close();
    }

    @Test
    void rejectsAFolderThatIsBeingWritten() throws Exception {
        try (RunFolder first = create(folder)) {
            for (Executable second : List.<Executable>of(() -> create(folder), () -> RunFolder.open(folder))) {
                String message = assertThrows(IllegalArgumentException.class, second).getMessage();
                assertEquals("two runs must not write one folder; " + folder + " is being written by this process",
                        message);
            }
            assertEquals(folder, first.path());
        }
        RunFolder.open(folder).close();
        assertEquals(Optional.empty(), FolderLock.holder(folder));
    }

    @Tag("slow")
    @Test
    void otherProcessesSeeTheLock() throws Exception {
        try (RunFolder held = create(folder)) {
            assertEquals("locked", tryFromAnotherProcess());
            // Querying the holder must not release the lock.
            assertEquals(Optional.of("this process"), FolderLock.holder(held.path()));
            SavedRunFolder.open(folder);
            assertEquals("locked", tryFromAnotherProcess());
        }
        assertEquals("free", tryFromAnotherProcess());
    }

    /** Tries to lock the folder in another process. */
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
    void rejectsAFile() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        for (Path path : List.of(file, file.resolve("below"))) {
            String message = assertThrows(IllegalArgumentException.class, () -> create(path)).getMessage();
            assertTrue(message.startsWith("the output"), message);
        }
    }

    @Test
    void discardDeletesWhatWasCreated() throws Exception {
        create(folder.resolve("new/run")).discard();
        assertFalse(Files.exists(folder.resolve("new")));
        Files.createFile(folder.resolve("mine"));
        create(folder).discard();
        assertTrue(Files.exists(folder.resolve("mine")));
        assertFalse(Files.exists(folder.resolve("trials.jsonl")));
    }

    @Test
    void closesItsFiles() throws Exception {
        Path open = Path.of("/proc/self/fd");
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.isDirectory(open), "no /proc: open files cannot be counted");
        RunFolder run = create(folder);
        run.add(List.of(ZERO));
        run.results().summary();
        run.close();
        RunFolder.open(folder).close();
        Path trials = folder.toRealPath();
        try (var files = Files.list(open)) {
            assertEquals(List.of(), files.map(RunFolderTest::target).filter(path -> path.startsWith(trials)).toList());
        }
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (java.io.IOException e) {
            return Path.of("gone");
        }
    }
}
