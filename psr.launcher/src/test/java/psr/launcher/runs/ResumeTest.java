package psr.launcher.runs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Experiment;
import psr.api.lab.TrialResult;
import psr.launcher.experiments.Plan;
import psr.launcher.lab.Lab;
import psr.launcher.lab.Prepared;
import psr.launcher.lab.Scope;
import psr.launcher.lab.TrialObserver;

class ResumeTest {

    private static final Plan PLAN = Sample.plan(5, "mean", "mean+climb", "mean:offset=2");

    private static final Optional<Duration> LIMIT = Optional.of(Duration.ofMillis(60_500));

    @TempDir
    private Path folder;

    private final Lab lab = Sample.lab();

    /** Runs what is missing, with as many threads as there are trials, and summarises. */
    private void run(RunFolder run, int threads) throws Exception {
        Experiment experiment = PLAN.experiment();
        try (run; Prepared prepared = lab.prepare(experiment)) {
            run.write(RunRecord.begin(PLAN, prepared, folder, threads, LIMIT));
            assertTrue(prepared.start(threads, new TrialObserver() {
                @Override
                public void finished(TrialResult result, int done, int total) {
                    run.add(result);
                }

                @Override
                public void trialFinished(int trial) {
                    run.trialFinished(experiment, trial);
                }
            }, Scope.without(run.trials().finished())).await());
            run.summarise(experiment, new Summary(experiment, List.of("level.mean"), run.trials()));
        }
    }

    @Test
    void aRunCutAnywhereEndsWithTheSameSummary() throws Exception {
        Path whole = folder.resolve("whole");
        run(RunFolder.create(whole), 3);
        byte[] summary = Files.readAllBytes(whole.resolve("summary.csv"));
        byte[] trials = Files.readAllBytes(whole.resolve("trials.jsonl"));
        assertTrue(summary.length > 200, "there must be something to compare");
        int partly = 0;
        for (int length = 0; length <= trials.length; length += length < 40 || length > trials.length - 40 ? 1 : 97) {
            Path cut = Files.createDirectory(folder.resolve("cut" + length));
            Files.copy(whole.resolve("experiment.json"), cut.resolve("experiment.json"));
            Files.write(cut.resolve("trials.jsonl"), Arrays.copyOf(trials, length));
            int finished = SavedRun.open(cut).finished();
            partly += finished > 0 && finished < 5 ? 1 : 0;
            run(RunFolder.open(cut), 2);
            assertArrayEquals(summary, Files.readAllBytes(cut.resolve("summary.csv")), "cut at byte " + length);
            assertEquals(20, Files.readAllLines(cut.resolve("trials.jsonl")).size(), "cut at byte " + length);
        }
        assertTrue(partly > 10, "cuts must leave some trials: " + partly);
    }

    @Test
    void finishedTrialsAreNotComputedAgain() throws Exception {
        Path whole = folder.resolve("whole");
        run(RunFolder.create(whole), 1);
        List<String> before = Files.readAllLines(whole.resolve("trials.jsonl"));
        Files.write(whole.resolve("trials.jsonl"), before.subList(0, 9));
        run(RunFolder.open(whole), 1);
        // Times differ whenever something is computed again.
        assertEquals(before.subList(0, 8), Files.readAllLines(whole.resolve("trials.jsonl")).subList(0, 8));
    }

    @Test
    void damageBeforeFinishedTrialsIsToldWithItsLine() throws Exception {
        Path whole = folder.resolve("whole");
        run(RunFolder.create(whole), 1);
        List<String> lines = Files.readAllLines(whole.resolve("trials.jsonl"));
        lines.set(5, "nonsense");
        Files.write(whole.resolve("trials.jsonl"), lines);
        String message = assertThrows(IOException.class, () -> RunFolder.open(whole)).getMessage();
        assertTrue(message.startsWith("line 6 of "), message);
        lines.remove(5);
        Files.write(whole.resolve("trials.jsonl"), lines.subList(0, 5));
        RunFolder.open(whole).close();
        assertEquals(4, Files.readAllLines(whole.resolve("trials.jsonl")).size(), "the trial that lost a line is gone");
    }

    @Test
    void aTrialThatStandsTwiceIsRefused() throws Exception {
        Path whole = folder.resolve("whole");
        run(RunFolder.create(whole), 1);
        List<String> lines = Files.readAllLines(whole.resolve("trials.jsonl"));
        lines.addAll(lines.subList(0, 4));
        Files.write(whole.resolve("trials.jsonl"), lines);
        assertTrue(assertThrows(IOException.class, () -> RunFolder.open(whole)).getMessage().startsWith("line 21 of "));
    }

    @Test
    void theRecordIsReadBackWithoutServices() throws Exception {
        Path whole = folder.resolve("whole");
        run(RunFolder.create(whole), 1);
        SavedRun saved = SavedRun.open(whole);
        assertEquals(PLAN, saved.record().plan());
        assertEquals(List.of("level.mean", "level.nothing"), List.copyOf(saved.record().measures().keySet()));
        try (Prepared prepared = lab.prepare(PLAN.experiment())) {
            assertEquals(prepared.measures(), saved.record().measures());
            assertEquals(RunRecord.begin(PLAN, prepared, folder, 1, LIMIT).bundles(), saved.record().bundles());
        }
        assertEquals(5, saved.finished());
        assertEquals(LIMIT, saved.record().limit());
        String record = Files.readString(whole.resolve("experiment.json"));
        assertTrue(record.contains("\"passes\" : \"3\""), "settings that nobody typed are resolved");
        assertTrue(saved.record().provenance().get("java").contains(Runtime.version().toString()));
    }

    @Test
    void refusesWhatIsNoRecord() throws Exception {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> RunRecord.read(folder)).getMessage()
                .startsWith("a run folder must hold experiment.json; "));
        for (String wrong : List.of("{", "{}", "{\"format\": 2}", "{\"format\": 1}", "[]",
                "{\"format\": 1, \"measures\": [], \"experiment\": {}, \"sessions\": []}")) {
            Files.writeString(folder.resolve("experiment.json"), wrong);
            String message =
                    assertThrows(IllegalArgumentException.class, () -> RunRecord.read(folder), wrong).getMessage();
            assertFalse(message.contains("\n"), message);
            assertTrue(message.contains("experiment.json"), message);
        }
    }
}
