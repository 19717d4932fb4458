package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import psr.api.lab.RunOptions;
import psr.api.lab.Submission;

/** Who computes next. */
class SharedThreadsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "it must come true within " + PATIENCE);
            Thread.sleep(2);
        }
    }

    private FakeLab.Run run(FakeLab lab, String name, int trials, int most) throws Exception {
        return lab.new Run(Files.createDirectories(folder.resolve(name)), trials, RunOptions.builder().threads(most).build());
    }

    @Test
    void theThreadsAreDividedAmongRunsAndNoRunHasMoreThanItMay() throws Exception {
        try (SharedThreads threads = new SharedThreads(4, () -> false)) {
            FakeLab lab = new FakeLab(threads);
            FakeLab.Run small = run(lab, "small", 9, 1);
            FakeLab.Run first = run(lab, "first", 9, 9);
            small.start();
            first.start();
            await(() -> threads.running() == 4);
            assertEquals(1, threads.running(small.id()));
            assertEquals(3, threads.running(first.id()));
            FakeLab.Run second = run(lab, "second", 9, 9);
            second.start();
            lab.permits.release(2);
            // Whichever two ended: who has the fewest takes their place.
            await(() -> lab.computed.size() == 2 && threads.running() == 4 && threads.running(second.id()) >= 1);
            lab.permits.release(4);
            await(() -> lab.computed.size() == 6 && threads.running() == 4
                    && Math.abs(threads.running(first.id()) - threads.running(second.id())) <= 1);
            lab.permits.release(100);
            await(() -> small.over() && first.over() && second.over());
            assertEquals(27, lab.computed.size());
        }
    }

    @Test
    void whereMemoryIsNearlyFullOneTrialRunsAndNoOther() throws Exception {
        AtomicBoolean full = new AtomicBoolean(true);
        try (SharedThreads threads = new SharedThreads(3, full::get)) {
            FakeLab lab = new FakeLab(threads);
            FakeLab.Run run = run(lab, "run", 9, 9);
            run.start();
            await(() -> threads.running() == 1);
            Thread.sleep(50);
            assertEquals(1, threads.running());
            full.set(false);
            threads.wake();
            await(() -> threads.running() == 3);
            lab.permits.release(100);
            await(run::over);
        }
    }

    @Test
    void aRunThatIsCancelledLeavesItsThreadToOthers() throws Exception {
        try (SharedThreads threads = new SharedThreads(1, () -> false)) {
            FakeLab lab = new FakeLab(threads);
            FakeLab.Run one = run(lab, "one", 9, 1);
            one.start();
            await(() -> threads.running(one.id()) == 1);
            one.cancel();
            FakeLab.Run two = run(lab, "two", 2, 1);
            two.start();
            lab.permits.release(100);
            await(two::over);
            assertEquals(List.of("two 0", "two 1"), lab.computed);
            assertEquals(Submission.State.CANCELLED, one.state());
        }
    }
}
