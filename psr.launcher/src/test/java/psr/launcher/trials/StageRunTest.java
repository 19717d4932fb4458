package psr.launcher.trials;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.eval.Measure;
import psr.api.lab.Stage;
import psr.api.settings.NoSettings;
import psr.api.source.Dataset;
import psr.launcher.lab.Fakes;
import psr.launcher.services.CancelledException;
import psr.launcher.spi.NamedFiles;

class StageRunTest {

    private static final long SECOND = 1_000_000_000;

    private final Alphabet alphabet = Alphabet.numbered(2);
    private final Symbols sequences = Symbols.of(alphabet, new int[] {0, 1});
    /** A clock that is set by the test. */
    private long now = 17;
    private int walks;
    /** Called during a measurement. */
    private Runnable meanwhile = () -> {};

    private boolean cancelled;
    /** Called when an iteration is reported. */
    private Runnable telling = () -> {};

    private StageRun run(int every, Optional<Duration> limit) {
        // Each pass has two steps of five seconds.
        BoundMetric slow = new BoundMetric("slow", Stage.of("slow"),
                Map.of("slow.m", Measure.of("m", Measure.Better.LOWER, "a measure")),
                context -> Fakes.metric((t, filter, scores) -> {
                    now += 5 * SECOND;
                    walks += t;
                    meanwhile.run();
                }, 1).prepare(context, new NoSettings()));
        Evaluator evaluator = new Evaluator(List.of(slow),
                Dataset.builder(sequences.over(alphabet)).test(sequences).origin("a test").build(), () -> false);
        return new StageRun(1, NamedFiles.in(Path.of("")), evaluator, every, new StageRun.StageListener() {
            @Override
            public boolean cancelled() {
                return cancelled;
            }

            @Override
            public void iterated(int iteration) {
                now += SECOND;
                telling.run();
            }

            @Override
            public void progressed(double share, String doing) {
                now += SECOND;
            }
        }, limit, () -> now);
    }

    @Test
    void secondsExcludeMeasuringAndNotifying() {
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
    void limitsComputingAndMeasuringSeparately() {
        StageRun run = run(1, Optional.of(Duration.ofSeconds(11)));
        run.begin();
        run.iterated(0, () -> new Fakes.Flat(alphabet, 1));
        assertEquals(null, run.overdue(), "measuring must not count");
        now += 12 * SECOND;
        assertTrue(run.overdue().startsWith("took longer than 11 s"), run.overdue());
    }

    @Test
    void staysCancelled() {
        StageRun run = run(Integer.MAX_VALUE, Optional.empty());
        run.begin();
        assertTrue(run.iterated(0, () -> new Fakes.Flat(alphabet, 1)));
        run.stop();
        assertTrue(run.cancelled());
        assertFalse(run.iterated(1, () -> new Fakes.Flat(alphabet, 1)));
    }

    /** The same model is measured once, so that this is fast. */
    @Test
    void limitsTheNumberOfMeasuredIterations() {
        StageRun run = run(2, Optional.empty());
        run.begin();
        Fakes.Flat model = new Fakes.Flat(alphabet, 1);
        for (int i = 0; i < 2 * StageRun.MOST_POINTS; i++) {
            run.iterated(i, () -> model);
        }
        for (int i = 0; i < 2; i++) {
            int more = 2 * StageRun.MOST_POINTS + 2 * i;
            assertTrue(assertThrows(IllegalStateException.class, () -> run.iterated(more, () -> model)).getMessage()
                    .startsWith("a stage must have at most 100000 measured iterations; it reports more"));
        }
        run.iterated(2 * StageRun.MOST_POINTS + 3, () -> model);
        assertEquals(StageRun.MOST_POINTS, run.curve().size());
    }

    @Test
    void limitsCounters() {
        StageRun run = run(1, Optional.empty());
        for (int i = 0; i < StageRun.MOST_COUNTERS; i++) {
            run.count("counter " + i, 1);
        }
        run.count("counter 7", 1);
        for (String more : List.of("one more", "x".repeat(StageRun.LONGEST_COUNTER + 1))) {
            assertTrue(assertThrows(IllegalStateException.class, () -> run.count(more, 1)).getMessage()
                    .startsWith("a stage must have at most 1000 counters of at most 1000 characters"));
        }
        assertEquals(StageRun.MOST_COUNTERS, run.counts().size());
        assertEquals(2, run.counts().get("counter 7"));
    }

    private Fakes.Flat flat(double level) {
        return new Fakes.Flat(alphabet, level);
    }

    @Test
    void measuresEveryNthIterationAndTheResult() {
        StageRun run = run(2, Optional.empty());
        run.begin();
        for (int i = 0; i <= 3; i++) {
            run.iterated(i, () -> flat(1));
        }
        run.end();
        run.returned(flat(2), false, false);
        assertEquals(List.of(0, 2, 3), List.copyOf(run.curve().keySet()));
        assertEquals(3, walks);
    }

    @Test
    void doesNotMeasureTheLastModelAgain() {
        StageRun run = run(2, Optional.empty());
        Fakes.Flat model = flat(1);
        run.begin();
        run.iterated(0, () -> model);
        run.end();
        run.returned(model, false, false);
        assertEquals(1, walks);
        assertEquals(List.of(0), List.copyOf(run.curve().keySet()));
    }

    /** The same model at a later iteration has a point of its own on the curve, with the same values. */
    @Test
    void measuresTheSameModelOnceForSeveralIterations() {
        StageRun run = run(1, Optional.empty());
        Fakes.Flat model = flat(1);
        run.begin();
        run.iterated(0, () -> flat(3));
        run.iterated(1, () -> model);
        run.iterated(2, () -> model);
        run.end();
        run.returned(model, false, false);
        assertEquals(List.of(0, 1, 2), List.copyOf(run.curve().keySet()));
        assertEquals(2, walks);
        assertSame(run.curve().get(1), run.curve().get(2));
    }

    @Test
    void doesNotConfuseModels() {
        StageRun run = run(2, Optional.empty());
        Fakes.Flat model = flat(1);
        run.begin();
        run.iterated(0, () -> model);
        run.iterated(1, () -> flat(3));
        run.iterated(2, () -> flat(3));
        run.end();
        run.returned(model, false, false);
        assertEquals(List.of(0, 2), List.copyOf(run.curve().keySet()));
        assertEquals(3, walks, "the last point must be that of the result");
    }

    @Test
    void aSilentRefinerHasOneIterationUnlessItReturnsItsStart() {
        for (boolean unchanged : new boolean[] {true, false}) {
            StageRun run = run(1, Optional.empty());
            run.startedFrom(() -> null);
            run.begin();
            run.end();
            walks = 0;
            run.returned(flat(1), unchanged, true);
            assertEquals(unchanged ? List.of(0) : List.of(0, 1), List.copyOf(run.curve().keySet()));
            assertEquals(unchanged ? 0 : 1, walks);
        }
    }

    @Test
    void rejectsIterationsThatDoNotIncrease() {
        StageRun run = run(1, Optional.empty());
        assertThrows(IllegalStateException.class, () -> run.iterated(-1, () -> flat(1)));
        run.iterated(2, () -> flat(1));
        assertEquals("iterations must be reported in increasing order from 0; after 2 came 2",
                assertThrows(IllegalStateException.class, () -> run.iterated(2, () -> flat(1))).getMessage());
    }

    @Test
    void aMeasurementThatTakesTooLongIsOverdue() {
        StageRun run = run(1, Optional.of(Duration.ofSeconds(9)));
        List<String> seen = new ArrayList<>();
        meanwhile = () -> seen.add(run.overdue());
        run.begin();
        run.iterated(0, () -> flat(1));
        assertEquals(Arrays.asList(null, "could not be measured: that took longer than 9 s (--limit)"), seen);
        assertEquals(null, run.overdue(), "the measurement is over");
    }

    /** Each iteration measures and notifies for eleven seconds. */
    @Test
    void isOverdueAfterMeasuringForTenTimesTheLimit() {
        StageRun run = run(1, Optional.of(Duration.ofSeconds(2)));
        run.begin();
        run.iterated(0, () -> flat(1));
        assertEquals(null, run.overdue());
        run.iterated(1, () -> flat(1));
        assertEquals("took longer than 2 s (--limit)", run.overdue());
    }

    @Test
    void isNotOverdueBeforeItStarts() {
        StageRun run = run(1, Optional.of(Duration.ofSeconds(2)));
        now += 9 * SECOND;
        assertEquals(null, run.overdue());
        run.end();
        assertEquals(0, run.seconds(), 0);
    }

    @Test
    void ignoresEventsAfterItIsAbandoned() {
        StageRun run = run(1, Optional.empty());
        run.begin();
        run.abandon();
        long before = now;
        run.progress(.5, "still there");
        assertEquals(before, now, "the listener must not be notified");
        assertThrows(CancelledException.class, () -> run.iterated(0, () -> flat(1)));
        assertTrue(run.cancelled());
    }

    @Test
    void doesNotMeasureOrNotifyAfterItIsStopped() {
        StageRun run = run(1, Optional.empty());
        run.begin();
        run.stop();
        assertFalse(run.iterated(0, () -> flat(1)));
        assertEquals(0, walks);
        assertEquals(17, now, "the listener must not be notified");
    }

    @Test
    void noticesThatItIsStoppedDuringANotification() {
        StageRun run = run(1, Optional.empty());
        telling = () -> cancelled = true;
        assertFalse(run.iterated(0, () -> flat(1)));
    }

    /** One iteration measures for ten seconds and notifies for one; the clock moves in exact steps. */
    @Test
    void isNotOverdueAtExactlyTheLimit() {
        StageRun computing = run(1, Optional.of(Duration.ofSeconds(12)));
        computing.begin();
        computing.iterated(0, () -> flat(1));
        now += 12 * SECOND;
        assertEquals(null, computing.overdue());
        now++;
        assertEquals("took longer than 12 s (--limit)", computing.overdue());
        for (int longer = 0; longer <= 1; longer++) {
            StageRun measuring = run(1, Optional.of(Duration.ofNanos(11 * SECOND / 10 - 10 * longer)));
            measuring.begin();
            measuring.iterated(0, () -> flat(1));
            assertEquals(longer == 0, measuring.overdue() == null, "the limit is a tenth of the measuring time, less " + longer);
        }
    }

    @Test
    void aMeasurementIsNotOverdueAtExactlyTheLimit() {
        StageRun run = run(1, Optional.of(Duration.ofSeconds(5)));
        List<Boolean> seen = new ArrayList<>();
        meanwhile = () -> seen.add(run.overdue() == null);
        run.begin();
        run.iterated(0, () -> flat(1));
        assertEquals(List.of(true, false), seen, "after five seconds and after ten");
    }

    @Test
    void isNeverOverdueWithoutALimit() {
        StageRun run = run(1, Optional.empty());
        run.begin();
        now += 1_000_000 * SECOND;
        assertEquals(null, run.overdue());
    }
}
