package psr.launcher.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import psr.api.lab.BundleVersion;
import psr.api.lab.DataFile;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.RunOptions;
import psr.api.lab.Stage;
import psr.api.lab.TrialOutcome;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialTask;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.trials.BoundExperiment;
import psr.launcher.trials.Trial;

/** Who gets which trial, and what counts as finished; computed is nothing. */
@Timeout(30)
class TrialQueueTest {

    private static final BundleVersion CODE = new BundleVersion("code", "1.0.0", "0123");
    private static final Path BASE = Path.of("/base");

    private final BoundExperiment bound = BoundExperiment.of(
            Fakes.experiment(5, "mean").change().dataset(Stage.parse("coins:sequences=9")).build(),
            new PinnedServices(Fakes.all(), Fakes.holds(), Selection.CURRENT));
    private final List<String> told = new ArrayList<>();
    private boolean paused;

    private final TrialQueue.Sink sink = new TrialQueue.Sink() {
        @Override
        public Trial.Progress progress(int trial, BooleanSupplier cancelled) {
            throw new AssertionError("nothing is computed");
        }

        @Override
        public void computed(TrialResult result) {
            told.add("result of " + result.trial());
        }

        @Override
        public DataFile handedOut(Path file) throws IOException {
            throw new IOException("asked for " + file);
        }

        @Override
        public void begun(int trial, String where) {
            told.add(trial + " begun " + where);
        }

        @Override
        public void said(String words) {
            told.add(words);
        }

        @Override
        public void iterated(int trial, String label, int iteration) {
            told.add(trial + " " + label + " at " + iteration);
        }

        @Override
        public void finished(List<TrialOutcome> outcomes) {
            outcomes.forEach(outcome -> told.add("finished " + outcome.trial()));
        }

        @Override
        public boolean paused() {
            return paused;
        }
    };

    @AfterEach
    void close() {
        bound.close();
    }

    private TrialQueue queue(int threads, int... trials) {
        BitSet wanted = new BitSet();
        for (int trial : trials) {
            wanted.set(trial);
        }
        return new TrialQueue("run", bound, List.of(CODE), RunOptions.builder().threads(threads).build(), DataPart.everything(),
                Optional.of(Duration.ofSeconds(3)), BASE, wanted, sink);
    }

    private static TrialTask take(TrialQueue queue) {
        return queue.poll().orElseThrow();
    }

    private static void finish(TrialQueue queue, TrialTask task) {
        queue.finished(task, new TrialOutcome(task.trial(), List.of(TrialResult.of(task.trial(), "mean").build()), "data"));
    }

    @Test
    void aTaskSaysAllThatSomebodyElsewhereNeeds() {
        TrialTask task = take(queue(1, 3));
        assertEquals(3, task.trial());
        assertEquals("run", task.run());
        Experiment asked = bound.experiment();
        assertEquals(asked, task.experiment());
        assertEquals(DataPart.everything(), task.part());
        assertEquals(List.of(CODE), task.bundles());
        assertEquals(Optional.of(Duration.ofSeconds(3)), task.limit());
    }

    @Test
    void eachTrialIsTakenOnceInOrder() throws Exception {
        TrialQueue queue = queue(9, 4, 0, 2);
        assertEquals(0, queue.next().orElseThrow().trial());
        assertEquals(2, take(queue).trial());
        assertEquals(4, take(queue).trial());
        assertTrue(queue.poll().isEmpty());
    }

    @Test
    void thereAreNoMoreThreadsThanTrialsAndAtLeastOne() {
        assertEquals(2, queue(2, 0, 1, 2).threads());
        assertEquals(3, queue(9, 0, 1, 2).threads());
        assertEquals(1, queue(9).threads());
    }

    @Test
    void isOverWhenTheLastTrialIsFinished() throws Exception {
        TrialQueue queue = queue(2, 0, 1);
        TrialTask zero = take(queue);
        TrialTask one = take(queue);
        finish(queue, one);
        assertFalse(queue.over());
        finish(queue, zero);
        assertTrue(queue.over());
        assertEquals(2, queue.done());
        assertEquals(null, queue.await());
        assertTrue(queue.next().isEmpty());
        assertEquals(List.of("result of 1", "finished 1", "result of 0", "finished 0"), told);
    }

    @Test
    void nothingToDoIsOver() {
        assertTrue(queue(1).over());
        assertFalse(queue(1, 0).over());
    }

    @Test
    void whatIsGivenBackIsTheNextToBeTaken() {
        TrialQueue queue = queue(2, 0, 1, 2);
        TrialTask zero = take(queue);
        queue.giveBack(zero);
        assertEquals(0, take(queue).trial());
        assertEquals(1, take(queue).trial());
    }

    @Test
    void outcomesThatComeTogetherCountOnceEachAndAreKeptTogether() {
        TrialQueue queue = queue(3, 0, 1, 2);
        TrialTask lost = take(queue);
        take(queue);
        take(queue);
        queue.giveBack(lost);
        TrialOutcome zero = new TrialOutcome(0, List.of(TrialResult.of(0, "mean").build()), "data");
        TrialOutcome two = new TrialOutcome(2, List.of(TrialResult.of(2, "mean").build()), "data");
        queue.finished(List.of(two, zero, two));
        assertEquals(List.of("result of 2", "result of 0", "finished 2", "finished 0"), told);
        assertEquals(2, queue.done());
        assertTrue(queue.poll().isEmpty(), "nobody computes again what came after all");
        assertFalse(queue.over());
    }

    @Test
    void anOutcomeThatComesTwiceCountsOnce() {
        TrialQueue queue = queue(2, 0, 1);
        TrialTask slow = take(queue);
        queue.giveBack(slow);
        TrialTask again = take(queue);
        finish(queue, again);
        finish(queue, slow);
        assertEquals(List.of("result of 0", "finished 0"), told);
        assertEquals(1, queue.done());
        assertFalse(queue.over());
    }

    /** Somebody who was given up answers after all, before anybody has taken the trial in his place. */
    @Test
    void whatWasGivenBackAndThenFinishedIsNotComputedAgain() {
        TrialQueue queue = queue(1, 0, 1);
        TrialTask late = take(queue);
        queue.giveBack(late);
        finish(queue, late);
        TrialTask one = take(queue);
        assertEquals(1, one.trial());
        finish(queue, one);
        assertTrue(queue.over());
    }

    @Test
    void whatIsFinishedIsNotGivenBack() {
        TrialQueue queue = queue(1, 0, 1);
        TrialTask zero = take(queue);
        finish(queue, zero);
        queue.giveBack(zero);
        assertEquals(1, take(queue).trial());
        assertTrue(queue.poll().isEmpty());
    }

    @Test
    void theOutcomeOfAnotherTrialIsRefused() {
        TrialQueue queue = queue(1, 0, 1);
        TrialTask zero = take(queue);
        assertEquals("the outcome must be of trial 0; found one of trial 1", assertThrows(IllegalArgumentException.class,
                () -> queue.finished(zero, new TrialOutcome(1, List.of(), "data"))).getMessage());
        assertEquals(List.of(), told);
    }

    @Test
    void nothingIsTakenWhilePaused() throws Exception {
        paused = true;
        TrialQueue queue = queue(1, 0);
        assertTrue(queue.poll().isEmpty());
        Thread waiting = new Thread(() -> {
            try {
                told.add("took " + queue.next().orElseThrow().trial());
            } catch (InterruptedException e) {
                told.add("interrupted");
            }
        });
        waiting.start();
        while (waiting.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        paused = false;
        queue.wake();
        waiting.join();
        assertEquals(List.of("took 0"), told);
    }

    private interface Waiting {
        Object result() throws InterruptedException;
    }

    /** What a thread gets that waits until something is done. */
    private static Object after(Waiting waiting, Thread.State how, Runnable done) throws InterruptedException {
        List<Object> got = new ArrayList<>();
        Thread thread = new Thread(() -> {
            try {
                got.add(waiting.result());
            } catch (InterruptedException e) {
                got.add("interrupted");
            }
        });
        thread.start();
        while (thread.getState() != how && thread.isAlive()) {
            Thread.onSpinWait();
        }
        assertTrue(thread.isAlive(), "it must wait; it got " + got);
        done.run();
        thread.join();
        return got.get(0);
    }

    @Test
    void whoWaitsForATrialGetsWhatIsGivenBackOrHearsThatItIsOver() throws Exception {
        TrialQueue queue = queue(2, 0);
        TrialTask zero = take(queue);
        assertEquals(0, after(() -> queue.next().orElseThrow().trial(), Thread.State.WAITING, () -> queue.giveBack(zero)));
        assertEquals(Optional.empty(), after(queue::next, Thread.State.WAITING, () -> queue.end(null)));
    }

    @Test
    void theEndWaitsForTrialsUnderWay() throws Exception {
        TrialQueue queue = queue(2, 0, 1);
        TrialTask zero = take(queue);
        IOException why = new IOException("why");
        queue.failed(null, why);
        assertSame(why, after(queue::await, Thread.State.TIMED_WAITING, () -> queue.giveBack(zero)));
    }

    @Test
    void itSaysWhoseItIsAndHasATaskForWhoPrepares() {
        TrialQueue queue = queue(1, 3);
        assertEquals("run", queue.run());
        assertEquals(0, queue.anyTask().trial());
        assertEquals(3, take(queue).trial(), "none was taken");
    }

    @Test
    void theFirstFailureEndsItAndNothingCountsAfterwards() throws Exception {
        TrialQueue queue = queue(2, 0, 1, 2);
        TrialTask zero = take(queue);
        TrialTask one = take(queue);
        IOException first = new IOException("first");
        queue.failed(zero, first);
        assertTrue(queue.over());
        assertTrue(queue.poll().isEmpty());
        queue.failed(null, new IOException("second"));
        finish(queue, one);
        assertEquals(List.of(), told);
        assertSame(first, queue.await());
        assertEquals(0, queue.done());
    }

    @Test
    void whatIsGivenBackAfterTheEndIsTakenByNobody() throws Exception {
        TrialQueue queue = queue(1, 0);
        TrialTask zero = take(queue);
        queue.end(null);
        queue.giveBack(zero);
        assertTrue(queue.next().isEmpty());
        assertEquals(null, queue.await());
    }

    @Test
    void onlyFilesThatASettingNamesAreHandedOut() {
        TrialQueue queue = queue(1, 0);
        // The setting sequences=9 is as good a name as any.
        assertEquals("asked for /base/9", assertThrows(IOException.class, () -> queue.file(Path.of("9"))).getMessage());
        assertEquals("only files that a setting of the run names are handed out; none names '/etc/passwd'",
                assertThrows(IllegalArgumentException.class, () -> queue.file(Path.of("/etc/passwd"))).getMessage());
    }

    @Test
    void newsFromElsewhereArePassedOn() {
        TrialQueue queue = queue(1, 2);
        TrialTask two = take(queue);
        queue.begun(two, "over there");
        queue.iterated(two, "mean", 7);
        queue.said("somebody left");
        assertEquals(List.of("2 begun over there", "2 mean at 7", "somebody left"), told);
    }
}
