package psr.launcher.trials;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.eval.Measure;
import psr.api.lab.NamedFiles;
import psr.api.lab.Stage;
import psr.api.settings.NoSettings;
import psr.api.source.Dataset;
import psr.launcher.lab.Fakes;

class StageRunTest {

    private static final long SECOND = 1_000_000_000;

    private final Alphabet alphabet = Alphabet.numbered(2);
    private final Sequences sequences = Sequences.of(new int[] {0, 1});
    /** A clock that only moves when it is told to. */
    private long now = 17;

    private StageRun run(int every, Optional<Duration> limit) {
        // Each walk has two steps of five seconds.
        BoundMetric slow = new BoundMetric("slow", Stage.of("slow"),
                Map.of("slow.m", Measure.of("m", Measure.Better.LOWER, "a measure")),
                context -> Fakes.metric((t, filter, scores) -> now += 5 * SECOND, 1).prepare(context, new NoSettings()));
        Evaluator evaluator = new Evaluator(List.of(slow),
                Dataset.builder(TrainingData.of(alphabet, sequences)).test(sequences).origin("a test").build(), () -> false);
        return new StageRun(1, NamedFiles.in(Path.of("")), evaluator, every, new StageRun.StageListener() {
            @Override
            public boolean cancelled() {
                return false;
            }

            @Override
            public void iterated(int iteration) {
                now += SECOND;
            }

            @Override
            public void progressed(double share, String doing) {
                now += SECOND;
            }
        }, limit, () -> now);
    }

    @Test
    void secondsAreThoseOfTheStageWithoutMeasuringAndTelling() {
        StageRun run = run(1, Optional.empty());
        run.begin();
        for (int i = 0; i < 3; i++) {
            now += 2 * SECOND;
            run.progress(.5, "learning");
            run.iterated(i, () -> new Fakes.Flat(alphabet, 1));
        }
        run.end();
        run.returned(new Fakes.Flat(alphabet, 2), false, false);
        assertEquals(6, run.seconds(), 0);
        assertEquals(List.of(0, 1, 2), List.copyOf(run.curve().keySet()));
    }

    @Test
    void theLimitIsForComputingAndMeasuringHasItsOwn() {
        StageRun run = run(1, Optional.of(Duration.ofSeconds(11)));
        run.begin();
        run.iterated(0, () -> new Fakes.Flat(alphabet, 1));
        assertEquals(null, run.overdue(), "ten seconds of measuring are not the stage's");
        now += 12 * SECOND;
        assertTrue(run.overdue().startsWith("took longer than 11 s"), run.overdue());
    }

    @Test
    void whoeverWasToldToStopIsToldAgainAndAgain() {
        StageRun run = run(Integer.MAX_VALUE, Optional.empty());
        run.begin();
        assertTrue(run.iterated(0, () -> new Fakes.Flat(alphabet, 1)));
        run.stop();
        assertTrue(run.cancelled());
        assertFalse(run.iterated(1, () -> new Fakes.Flat(alphabet, 1)));
    }
}
