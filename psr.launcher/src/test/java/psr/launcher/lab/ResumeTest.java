package psr.launcher.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.lab.Experiment;
import psr.api.lab.RunOptions;
import psr.api.lab.SavedRun;
import psr.api.lab.ServiceKind;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.TrialResult;
import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.settings.ValidationException;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.launcher.runs.RunRecord;
import psr.launcher.services.ServiceOffer;

@Timeout(120)
class ResumeTest {

    private static final Experiment EXPERIMENT = Fakes.experiment(5, "mean", "mean+climb", "mean:offset=2");
    private static final Duration LIMIT = Duration.ofMillis(60_500);

    @TempDir
    private Path folder;

    private final Lab lab = Fakes.lab();

    private static RunOptions.Builder options() {
        return RunOptions.builder().threads(2).limit(LIMIT);
    }

    private Path run(String name, Experiment experiment) throws Exception {
        Path path = folder.resolve(name);
        try (Submission run = lab.submit(experiment, options().folder(path).build())) {
            assertTrue(run.await());
        }
        return path;
    }

    private void resume(Path path) throws Exception {
        try (Submission run = lab.resume(path, options().build())) {
            assertTrue(run.await());
        }
    }

    private static byte[] bytes(Path path, String name) throws IOException {
        return Files.readAllBytes(path.resolve(name));
    }

    @Tag("slow")
    @Test
    void aRunInterruptedAnywhereHasTheSameSummary() throws Exception {
        Path whole = run("whole", EXPERIMENT);
        byte[] summary = bytes(whole, "summary.csv");
        byte[] trials = bytes(whole, "trials.jsonl");
        assertTrue(summary.length > 200, "there must be something to compare");
        int partly = 0;
        for (int length = 0; length <= trials.length; length += length < 20 || length > trials.length - 20 ? 1 : 397) {
            Path cut = Files.createDirectory(folder.resolve("cut" + length));
            Files.copy(whole.resolve("experiment.json"), cut.resolve("experiment.json"));
            Files.write(cut.resolve("trials.jsonl"), Arrays.copyOf(trials, length));
            int finished = lab.open(cut).results().finishedTrials();
            partly += finished > 0 && finished < 5 ? 1 : 0;
            resume(cut);
            assertArrayEquals(summary, bytes(cut, "summary.csv"), "cut at byte " + length);
            assertEquals(20, Files.readAllLines(cut.resolve("trials.jsonl")).size(), "cut at byte " + length);
        }
        assertTrue(partly > 10, "cuts must leave some trials: " + partly);
    }

    @Test
    void doesNotRepeatFinishedTrials() throws Exception {
        Path whole = run("whole", EXPERIMENT);
        List<String> before = Files.readAllLines(whole.resolve("trials.jsonl"));
        Files.write(whole.resolve("trials.jsonl"), before.subList(0, 9));
        resume(whole);
        // Times would differ if a trial was computed again.
        assertEquals(before.subList(0, 8), Files.readAllLines(whole.resolve("trials.jsonl")).subList(0, 8));
    }

    @Test
    void addsTrials() throws Exception {
        Path more = run("more", EXPERIMENT);
        try (Submission run = lab.resume(more, options().totalTrials(7).build())) {
            assertTrue(run.await());
            assertEquals(7, run.results().finishedTrials());
        }
        assertArrayEquals(bytes(run("whole", EXPERIMENT.change().trials(7).build()), "summary.csv"),
                bytes(more, "summary.csv"));
        assertTrue(assertThrows(ValidationException.class, () -> lab.resume(more, options().totalTrials(6).build()))
                .getMessage().startsWith("trials must be at least 7"));
    }

    /** Each row is a manual change of a file, which must be detected without data loss. */
    @Test
    void rejectsADamagedFolderAndChangesNothing() throws Exception {
        Path whole = run("whole", EXPERIMENT);
        List<String> lines = Files.readAllLines(whole.resolve("trials.jsonl"));
        List<List<String>> damages = new ArrayList<>();
        damages.add(changed(lines, 5, "nonsense"));
        damages.add(changed(lines, 5, lines.get(5).replaceFirst("\"level.mean\":[0-9.]+", "\"level.mean\":null")));
        damages.add(changed(lines, 5, lines.get(5).replaceFirst("\"level.mean\":([0-9])", "\"level.mean\":1$1")));
        damages.add(changed(lines, 19, lines.get(19) + " "));
        List<String> twice = new ArrayList<>(lines);
        twice.addAll(lines.subList(0, 4));
        damages.add(twice);
        List<String> lost = new ArrayList<>(lines);
        lost.remove(5);
        damages.add(lost);
        List<String> doubled = new ArrayList<>(lines);
        doubled.add(5, lines.get(5));
        damages.add(doubled);
        damages.add(lines.stream().map(line -> line + "\r").toList());
        for (List<String> damage : damages) {
            Files.write(whole.resolve("trials.jsonl"), damage);
            byte[] before = bytes(whole, "trials.jsonl");
            String message = assertThrows(IOException.class, () -> lab.resume(whole, options().build())).getMessage();
            assertTrue(message.contains("was not written by the laboratory: line "), message);
            assertThrows(IOException.class, () -> lab.open(whole));
            assertArrayEquals(before, bytes(whole, "trials.jsonl"), "nothing is touched");
        }
        Files.write(whole.resolve("trials.jsonl"), lines);
        resume(whole);
    }

    private static List<String> changed(List<String> lines, int number, String line) {
        List<String> changed = new ArrayList<>(lines);
        assertFalse(changed.set(number, line).equals(line), "the damage must change something");
        return changed;
    }

    @Test
    void rejectsAnEditedRecord() throws Exception {
        Path whole = run("whole", EXPERIMENT);
        String record = Files.readString(whole.resolve("experiment.json"));
        for (String[] edit : new String[][] {{"\"seed\" : 1", "\"seed\" : 2"}, {"\"trials\" : 5", "\"trials\" : 4"},
                {"\"dataset\" : \"coins\"", "\"dataset\" : \"coins:sequences=3\""}}) {
            assertTrue(record.contains(edit[0]), edit[0]);
            Files.writeString(whole.resolve("experiment.json"), record.replace(edit[0], edit[1]));
            String message = assertThrows(ValidationException.class, () -> lab.resume(whole, options().build())).getMessage();
            assertTrue(message.contains("must not be changed"), message);
        }
        Files.writeString(whole.resolve("experiment.json"), record);
        assertEquals(5, lab.open(whole).results().finishedTrials());
    }

    @Test
    void readsTheRecordWithoutServices() throws Exception {
        Path whole = run("whole", EXPERIMENT);
        SavedRun kept = Fakes.lab(new ServiceOffer[0]).open(whole);
        assertEquals(EXPERIMENT, kept.results().experiment());
        assertEquals(List.of("level.mean", "level.nothing"), List.copyOf(kept.results().measures().keySet()));
        assertEquals(5, kept.results().finishedTrials());
        assertEquals(Optional.empty(), kept.writer());
        assertEquals(Optional.of(LIMIT), RunRecord.read(whole).limit());
        String record = Files.readString(whole.resolve("experiment.json"));
        assertTrue(record.contains("\"passes\" : \"3\""), "default settings are resolved");
        assertTrue(kept.results().provenance().get("java").contains(Runtime.version().toString()));
        assertEquals(List.of(whole), lab.savedRuns(folder));
    }

    @Test
    void rejectsInvalidRecords() throws Exception {
        assertTrue(assertThrows(ValidationException.class, () -> lab.open(folder)).getMessage()
                .startsWith("a run folder must hold experiment.json; "));
        for (String wrong : List.of("{", "{}", "{\"format\": 2}", "{\"format\": 1}", "[]", "{\"format\": 3}",
                "{\"format\": 2, \"measures\": [], \"experiment\": {}, \"sessions\": []}")) {
            Files.writeString(folder.resolve("experiment.json"), wrong);
            String message = assertThrows(ValidationException.class, () -> lab.open(folder), wrong).getMessage();
            assertFalse(message.contains("\n"), message);
            assertTrue(message.contains("experiment.json"), message);
        }
    }

    /** Data from a file: one sequence of zeros and ones. */
    private static final class Digits implements DatasetSource<Digits.Settings> {

        public record Settings(@Option(required = true, help = "file to read") Path file) {}

        @Override
        public Dataset load(Settings settings, Run run) throws IOException {
            int[] digits = Files.readString(run.file(settings.file())).strip().chars().map(c -> c - '0').toArray();
            Symbols all = Symbols.of(Alphabet.numbered(2), digits);
            return Dataset.builder(all).test(all).origin("digits").build();
        }
    }

    @Test
    void aRunContinuesOnlyWithUnchangedData() throws Exception {
        Path data = Files.writeString(folder.resolve("digits.txt"), "0101");
        Lab digits = Fakes.lab(Fakes.offer(ServiceKind.DATASET, "digits", new Digits()),
                Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean()),
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()));
        Experiment experiment = Fakes.experiment(1, "mean").change().dataset(Stage.parse("digits:file=digits.txt")).build();
        Path path = folder.resolve("run");
        try (Submission run = digits.submit(experiment, options().folder(path).base(folder).build())) {
            assertTrue(run.await());
        }
        Files.writeString(data, "0111");
        String message = assertThrows(ValidationException.class,
                () -> digits.resume(path, options().totalTrials(2).build())).getMessage();
        assertTrue(message.startsWith("a run must continue with the data it began with; " + data), message);
        Files.writeString(data, "0101");
        // Also from another folder: the files have not moved.
        try (Submission run = digits.resume(path, options().totalTrials(2).base(Path.of("/")).build())) {
            assertTrue(run.await());
            assertEquals(2, run.results().finishedTrials());
        }
        Files.delete(data);
        assertTrue(assertThrows(ValidationException.class, () -> digits.resume(path, options().totalTrials(3).build()))
                .getMessage().contains("it does not exist"));
    }

    @Test
    void detectsADataSetThatGeneratesOtherData() throws Exception {
        int[] version = {0};
        DatasetSource<psr.api.settings.NoSettings> fickle = new DatasetSource<>() {
            @Override
            public Dataset load(psr.api.settings.NoSettings settings, Run run) {
                Symbols all = Symbols.of(Alphabet.numbered(2), new int[] {0, 1, version[0]});
                return Dataset.builder(all).test(all).origin("fickle").build();
            }
        };
        Lab other = Fakes.lab(Fakes.offer(ServiceKind.DATASET, "coins", fickle),
                Fakes.offer(ServiceKind.LEARNER, "mean", new Fakes.Mean()),
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()));
        Path path = folder.resolve("run");
        try (Submission run = other.submit(Fakes.experiment(1, "mean"), options().folder(path).build())) {
            assertTrue(run.await());
        }
        version[0] = 1;
        try (Submission run = other.resume(path, options().totalTrials(2).build())) {
            ExecutionException e = assertThrows(ExecutionException.class, run::await);
            assertTrue(e.getMessage().startsWith("a run must continue with the data it began with"), e.getMessage());
        }
        assertEquals(1, other.open(path).results().finishedTrials());
    }

    @Test
    void unlocksTheFolderAfterEveryFailure() throws Exception {
        Path whole = run("whole", EXPERIMENT);
        Lab poor = Fakes.lab(Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()));
        assertThrows(ValidationException.class, () -> poor.resume(whole, options().build()));
        resume(whole);
    }

    @Test
    void reportsThatItContinuesWithAReplacedVersion() throws Exception {
        Path path = run("run", Fakes.experiment(1, "mean"));
        ServiceOffer began =
                new ServiceOffer(ServiceKind.LEARNER, "mean", "", "", "test", "1.0.0", 0, 1, Fakes.held(new Fakes.Mean()));
        ServiceOffer now = new ServiceOffer(ServiceKind.LEARNER, "mean", "", "", "test", "2.0.0", 0, 2, Fakes.nowhere());
        Lab later = Fakes.lab(Fakes.offer(ServiceKind.DATASET, "coins", new Fakes.Coins()), began, now,
                Fakes.offer(ServiceKind.METRIC, "level", new Fakes.Level()));
        try (Submission resumed = later.resume(path, options().totalTrials(2).build())) {
            assertEquals(List.of("continues with the learner 'mean' of test 1.0.0, which it began with; present now: test 2.0.0"),
                    resumed.remarks());
            assertTrue(resumed.await());
        }
        assertArrayEquals(bytes(run("whole", Fakes.experiment(2, "mean")), "summary.csv"), bytes(path, "summary.csv"));
    }

    @Test
    void aRunWithoutAnyModelLeavesNoFolder() throws Exception {
        Path nothing = folder.resolve("nothing");
        try (Submission run = lab.submit(Fakes.experiment(2, "mean:at-least=21"), options().folder(nothing).build())) {
            assertTrue(run.await());
            assertEquals(Optional.empty(), run.folder());
            for (TrialResult result : run.results().trials()) {
                assertTrue(result.isTrueModel() || result.failure().isPresent());
            }
        }
        assertFalse(Files.exists(nothing));
    }

    @Test
    void anUnsavedRunLeavesNoFiles() throws Exception {
        // Other processes have temporary runs too: the name of the experiment identifies those of this test.
        String name = "kept-nowhere-" + ProcessHandle.current().pid();
        Experiment experiment = Fakes.experiment(2, "mean").change().name(name).build();
        try (Submission run = lab.submit(experiment, RunOptions.defaults())) {
            assertTrue(run.await());
            assertEquals(Optional.empty(), run.folder());
            assertEquals(2, run.results().finishedTrials());
            assertEquals(1, temporary(name));
        }
        assertEquals(0, temporary(name));
    }

    private static long temporary(String name) throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("psr-run"))
                    .map(file -> file.resolve("run").resolve(RunRecord.FILE)).filter(file -> {
                        try {
                            return Files.readString(file).contains(name);
                        } catch (IOException e) {
                            return false;
                        }
                    }).count();
        }
    }
}
