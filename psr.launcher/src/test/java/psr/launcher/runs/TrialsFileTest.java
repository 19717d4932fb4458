package psr.launcher.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Experiment;
import psr.api.lab.RunOptions;
import psr.api.lab.TrialResult;
import psr.launcher.lab.Fakes;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.trials.BoundExperiment;
import psr.launcher.trials.Trial;

class TrialsFileTest {

    private static final Experiment EXPERIMENT = Fakes.experiment(9, "mean", "mean+climb");

    @TempDir
    private Path folder;

    private final RunRecord record = record();

    private static RunRecord record() {
        try (BoundExperiment bound = BoundExperiment.of(EXPERIMENT, new PinnedServices(Fakes.all(), Fakes.holds(),
                Selection.CURRENT))) {
            return RunRecord.begin(bound, RunOptions.defaults(), Path.of(""), bound.versions());
        }
    }

    private String line(int trial, String label, boolean last) {
        return line(trial, label, last, trial, record.fingerprint());
    }

    private static String line(int trial, String label, boolean last, int seedOf, String fingerprint) {
        TrialResult.Builder result = label.equals("oracle") ? TrialResult.ofTrueModel(trial) : TrialResult.of(trial, label);
        return TrialLine.write(result.curve(List.of(new TrialResult.Point(0, Map.of("level.mean", 1.5)))).build(),
                new TrialLine.Head(trial, last, label, Trial.seed(EXPERIMENT, seedOf), fingerprint, "data" + trial));
    }

    private TrialsFile scan(String... lines) throws IOException {
        return TrialsFile.scan(Files.writeString(folder.resolve("trials.jsonl"), String.join("\n", lines)), record);
    }

    private void assertRejected(String fault, String... lines) {
        String message = assertThrows(IOException.class, () -> scan(lines)).getMessage();
        assertTrue(message.contains("was not written by the laboratory: " + fault + ". Nothing was changed"), message);
    }

    @Test
    void acceptsTrialsInAnyOrderWithAndWithoutTheTrueModel() throws Exception {
        TrialsFile trials = scan(line(4, "mean", false), line(4, "mean+climb", false), line(4, "oracle", true),
                line(1, "mean", false), line(1, "mean+climb", true), "");
        assertEquals(BitSet.valueOf(new long[] {0b10010}), trials.finished());
        assertEquals("data4", trials.data(4).orElseThrow());
        assertTrue(trials.data(2).isEmpty());
        assertEquals(Files.size(folder.resolve("trials.jsonl")), trials.end());
        List<Integer> order = new ArrayList<>();
        trials.forEach(result -> order.add(result.trial()));
        assertEquals(List.of(1, 1, 4, 4, 4), order);
    }

    @Test
    void ignoresAnIncompleteTrialAtTheEnd() throws Exception {
        String whole = line(0, "mean", false) + "\n" + line(0, "mean+climb", true) + "\n";
        for (String cut : new String[] {"", "{\"trial\":1", line(1, "mean", false), line(1, "mean", false) + "\n",
                line(1, "mean", false) + "\n" + line(1, "mean+climb", true)}) {
            TrialsFile trials = TrialsFile.scan(Files.writeString(folder.resolve("trials.jsonl"), whole + cut), record);
            assertEquals(whole.length(), trials.end());
            assertEquals(1, trials.finished().cardinality());
        }
    }

    @Test
    void rejectsChangedLines() {
        String good = line(0, "mean", false);
        assertRejected("line 1 was changed: its checksum does not match", good.replace("1.5", "2.5"), "");
        assertRejected("line 2 was changed: its checksum does not match", good, "", line(0, "mean+climb", true), "");
        assertRejected("line 1 is a result of another experiment than that of experiment.json",
                line(0, "mean", false, 0, "0123456789abcdef"), "");
        assertRejected("line 1 has the seed of another trial than 0", line(0, "mean", false, 1, record.fingerprint()), "");
        assertRejected("line 1 has the seed of another trial than 1000000", line(RunRecord.MOST_TRIALS, "mean", false), "");
    }

    @Test
    void rejectsResultsThatAreNotAdjacentAndInOrder() {
        String[] zero = {line(0, "mean", false), line(0, "mean+climb", true)};
        assertRejected("line 3 is of trial 0, which was finished before", zero[0], zero[1], line(0, "mean", false), "");
        assertRejected("line 2 is of trial 1, but trial 0 is not finished", zero[0], line(1, "mean+climb", true), "");
        assertRejected("line 1 is of 'mean+climb'; expected 'mean'", line(0, "mean+climb", false), "");
        assertRejected("line 2 is of 'mean'; expected 'mean+climb'", zero[0], zero[0], "");
        assertRejected("line 3 is of 'mean'; expected 'oracle'", zero[0], line(0, "mean+climb", false), zero[0], "");
        assertRejected("line 4 is of 'oracle'; expected 'oracle'", zero[0], line(0, "mean+climb", false),
                line(0, "oracle", false), line(0, "oracle", true), "");
        assertRejected("line 1 ends trial 0 before every recipe has a result", line(0, "mean", true), "");
    }

    @Test
    void readsOnlyRegularFiles() throws Exception {
        assertEquals(0, TrialsFile.scan(folder.resolve("none"), record).finished().cardinality());
        String message = assertThrows(IOException.class, () -> TrialsFile.scan(folder, record)).getMessage();
        assertTrue(message.contains("must be a regular file; it is a folder"), message);
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nothing"));
        String dangling = assertThrows(IOException.class, () -> TrialsFile.scan(link, record)).getMessage();
        assertTrue(dangling.contains("it is a dangling link"), dangling);
    }
}
