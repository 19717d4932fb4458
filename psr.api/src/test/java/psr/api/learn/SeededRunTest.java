package psr.api.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import psr.api.model.SingularValues;

class SeededRunTest {

    @Test
    void thePurposeAndTheSeedDecideTheNumbers() {
        SeededRun run = new SeededRun(41);
        assertEquals(run.random("shuffle").nextLong(), new SeededRun(41).random("shuffle").nextLong());
        assertNotEquals(run.random("shuffle").nextLong(), run.random("start").nextLong());
        assertNotEquals(run.random("shuffle").nextLong(), new SeededRun(42).random("shuffle").nextLong());
    }

    @Test
    void addsUpCounters() {
        SeededRun run = new SeededRun(1);
        run.count("skipped gradients", 2);
        run.count("skipped gradients", 3);
        assertEquals(Map.of("skipped gradients", 5L), run.counts());
    }

    @Test
    void aWatcherStopsTheRun() {
        SeededRun run = new SeededRun(1).watchedBy((iteration, model) -> iteration < 2);
        assertTrue(run.iterated(1, () -> null));
        assertFalse(run.cancelled());
        assertFalse(run.iterated(2, () -> null));
        assertTrue(run.cancelled(), "for loops that do not iterate");
    }

    @Test
    void relativeFilesBelongToTheBaseFolder() {
        Path base = Path.of("some", "folder").toAbsolutePath();
        assertEquals(base.resolve("a.csv"), new SeededRun(1, base).file(Path.of("a.csv")));
        assertEquals(base, new SeededRun(1, Path.of("other")).file(base), "an absolute one is where it says");
        assertEquals(Path.of("a.csv"), new SeededRun(1).file(Path.of("a.csv")));
    }

    @Test
    void keepsTheSingularValuesToldLast() {
        SeededRun run = new SeededRun(1);
        assertEquals(Optional.empty(), run.singularValues());
        run.decomposed(SingularValues.of(new double[] {2, 1}, 2));
        run.decomposed(SingularValues.of(new double[] {2, 1}, 1));
        assertEquals(1, run.singularValues().orElseThrow().rank());
    }
}
