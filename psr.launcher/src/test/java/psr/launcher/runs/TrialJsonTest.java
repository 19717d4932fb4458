package psr.launcher.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import psr.api.lab.BundleVersion;
import psr.api.lab.DataPart;
import psr.api.lab.RateSearch;
import psr.api.lab.TrialResult;
import psr.launcher.lab.Fakes;
import psr.launcher.spi.TrialOutcome;
import psr.launcher.spi.TrialTask;
import psr.launcher.spi.TrialText;

class TrialJsonTest {

    private final TrialText text = new TrialJson();

    @Test
    void readsATaskBack() {
        TrialTask task = new TrialTask("run-7", Fakes.experiment(9, "mean", "mean+climb:passes=2").change()
                .rateSearch(RateSearch.among(List.of("1", "2"))).build(), 4, DataPart.trainingOnly(.25),
                Optional.of(Duration.ofMillis(1500)),
                List.of(new BundleVersion("a", "1.0.0", "0123"), new BundleVersion("b", "2.0.0", "")));
        TrialTask read = text.readTask(text.write(task));
        assertEquals("run-7", read.run());
        assertEquals(4, read.trial());
        assertEquals(task.experiment().recipes(), read.experiment().recipes());
        assertEquals(9, read.experiment().trials());
        assertEquals(List.of(), read.experiment().rateSearch().rates(), "the submitting process chooses rates");
        assertEquals(task.part(), read.part());
        assertEquals(Optional.of(Duration.ofMillis(1500)), read.limit());
        assertEquals(task.bundles(), read.bundles());
        assertEquals(Optional.empty(), text.readTask(text.write(
                Fakes.task("run-8", Fakes.experiment(1, "mean"), 0))).limit());
    }

    @Test
    void rejectsAChangedTask() {
        String written = text.write(Fakes.task("run-7", Fakes.experiment(9, "mean"), 4));
        Map<String, String> changed = Map.of(
                written.replace("\"trial\":4", "\"trial\":5"), "a task must be unchanged; its checksum does not match",
                written.substring(0, written.length() / 2), "a task must be JSON; it was changed or truncated",
                "[]", "a task must be an object {…}",
                "{}", "a task must be unchanged; its checksum does not match");
        changed.forEach((task, message) -> assertEquals(message,
                assertThrows(IllegalArgumentException.class, () -> text.readTask(task)).getMessage()));
    }

    private static TrialResult result(int trial, String label, double value) {
        return TrialResult.of(trial, label).curve(List.of(new TrialResult.Point(0, Map.of("level.mean", value))))
                .stages(List.of(new TrialResult.StageTime("mean", .5))).build();
    }

    @Test
    void readsAnOutcomeBackOrRejectsIt() {
        TrialOutcome outcome = new TrialOutcome(3, List.of(result(3, "mean", 1.5), result(3, "hop", .1)), "abcd");
        String written = text.write(outcome);
        TrialOutcome read = text.readOutcome(written);
        assertEquals(3, read.trial());
        assertEquals(outcome.results(), read.results());
        assertEquals("abcd", read.dataSha256());
        String[] lines = written.split("\n");
        for (String changed : List.of(lines[0], written + "\n" + lines[0], written + "\n" + lines[1], lines[1] + "\n" + lines[0],
                written.replace("1.5", "2.5"), written.substring(0, written.length() - 3), "", "{}")) {
            assertEquals("an outcome must be unchanged; it was changed or truncated",
                    assertThrows(IllegalArgumentException.class, () -> text.readOutcome(changed)).getMessage());
        }
    }
}
