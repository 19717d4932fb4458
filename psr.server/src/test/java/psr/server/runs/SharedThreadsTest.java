package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import psr.api.lab.RunOptions;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;
import psr.api.lab.TrialOutcome;
import psr.api.lab.TrialPool;
import psr.api.lab.TrialSupply;

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

    /** As of a model, which no outcome that a worker sends back contains. */
    @Test
    void noWorkerHasTrialsOfARunThatIsKeptHere() throws Exception {
        try (SharedThreads threads = new SharedThreads(1, () -> false)) {
            FakeLab lab = new FakeLab(threads);
            FakeLab.Run other = run(lab, "other", 9, 9);
            other.start();
            await(() -> threads.running() == 1);
            FakeLab.Run model = run(lab, "model", 1, 1);
            Subscription kept = threads.keepHere(model.id());
            model.start();
            await(() -> threads.take("a worker", supply -> supply.run().equals(other.id())).isPresent());
            assertEquals(Optional.empty(), threads.take("a worker", supply -> supply.run().equals(model.id())));
            assertEquals(List.of(other.id()), threads.runs().stream().map(TrialSupply::run).toList());
            kept.close();
            await(() -> threads.take("a worker", supply -> supply.run().equals(model.id())).isPresent());
            lab.permits.release(100);
        }
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

    @Test
    void othersTakeTrialsByTheSameRulesAndOnlyOfRunsTheyCanCompute() throws Exception {
        try (SharedThreads threads = new SharedThreads(1, () -> false)) {
            FakeLab lab = new FakeLab(threads);
            FakeLab.Run one = run(lab, "one", 9, 9);
            one.start();
            await(() -> threads.running() == 1);
            FakeLab.Run two = run(lab, "two", 9, 2);
            two.start();
            assertEquals(List.of(one, two), threads.runs());
            TrialPool.Taken first = threads.take("a:1", supply -> true).orElseThrow();
            assertEquals(two, first.supply(), "which has none under way");
            TrialPool.Taken second = threads.take("b:1", supply -> supply == two).orElseThrow();
            assertEquals(Optional.empty(), threads.take("b:1", supply -> supply == two), "two at once and no more");
            assertEquals(Optional.empty(), threads.take("b:1", supply -> false));
            assertEquals(
                    List.of(new SharedThreads.ComputingPlace("a:1", List.of(0), 0),
                            new SharedThreads.ComputingPlace("b:1", List.of(1), 0)),
                    threads.places(two.id()));
            assertEquals(3, threads.running());

            // One is lost, and somebody else has it before that is said; the other is finished.
            two.giveBack(first.task());
            two.finished(second.task(), new TrialOutcome(1, List.of(), ""));
            threads.left(second, true);
            TrialPool.Taken again = threads.take("b:1", supply -> supply == two).orElseThrow();
            assertEquals(0, again.task().trial());
            threads.left(first, false);
            assertEquals(List.of(new SharedThreads.ComputingPlace("b:1", List.of(0), 1)), threads.places(two.id()));
            assertEquals(
                    List.of(new SharedThreads.ComputingPlace("b:1", List.of(0), 1),
                            new SharedThreads.ComputingPlace("server", List.of(0), 0)),
                    threads.places());
            threads.left(again, false);
            two.giveBack(again.task());
            lab.permits.release(100);
            await(() -> one.over() && two.over());
            assertEquals(17, threads.places().stream().filter(place -> place.where().equals("server")).findFirst().orElseThrow()
                    .finished());
        }
    }

    @Test
    void memoryHereIsNoMatterForOthersAndTrialsThereNoneForMemoryHere() throws Exception {
        try (SharedThreads threads = new SharedThreads(2, () -> true)) {
            FakeLab lab = new FakeLab(threads);
            FakeLab.Run run = run(lab, "run", 9, 9);
            run.start();
            await(() -> threads.running() == 1);
            TrialPool.Taken first = threads.take("a:1", supply -> true).orElseThrow();
            TrialPool.Taken second = threads.take("a:1", supply -> true).orElseThrow();
            lab.permits.release(2);
            await(() -> lab.computed.size() == 2);
            for (TrialPool.Taken taken : List.of(first, second)) {
                run.giveBack(taken.task());
                threads.left(taken, false);
            }
            lab.permits.release(100);
            await(run::over);
        }
    }
}
