package psr.launcher.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static psr.launcher.jobs.TestEngine.await;
import static psr.launcher.jobs.TestEngine.outcome;
import static psr.launcher.jobs.TestEngine.remote;
import static psr.launcher.jobs.TestEngine.spec;
import static psr.launcher.jobs.TestEngine.until;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Observer;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceKind;
import psr.api.lab.Shard;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.launcher.lab.Fakes;
import psr.launcher.services.ServiceOffer;
import psr.launcher.spi.ComputingPlace;
import psr.launcher.spi.JobSpec;
import psr.launcher.spi.Placement;
import psr.launcher.spi.RemoteJob;
import psr.launcher.spi.TrialLeases;
import psr.launcher.spi.TrialLeases.Lease;
import psr.launcher.spi.TrialTask;

/** The order of trials, the places that compute them, and the handling of leases. */
@Timeout(60)
class SchedulerTest {

    private final AtomicBoolean full = new AtomicBoolean();
    private final TestEngine engine = new TestEngine(full::get);
    private final Scheduler scheduler = engine.scheduler;

    @AfterEach
    void close() {
        engine.close();
    }

    private static JobSpec with(String recipe, int trials, int threads, int priority, Placement placement) {
        return spec(Fakes.experiment(trials, recipe), RunOptions.builder().threads(threads).build(), placement, priority);
    }

    private static List<Integer> trials(List<Lease> leases) {
        return leases.stream().map(Lease::trial).toList();
    }

    private List<Lease> takeAll() {
        List<Lease> leases = new ArrayList<>();
        for (Optional<Lease> lease = engine.poll(); lease.isPresent(); lease = engine.poll()) {
            leases.add(lease.get());
        }
        return leases;
    }

    @Test
    void theTaskContainsEverythingAWorkerNeeds() {
        Experiment experiment = Fakes.experiment(4, "mean");
        Job job = engine.started("run", spec(experiment, RunOptions.builder().part(DataPart.everything())
                .limit(Duration.ofSeconds(3)).build(), Placement.REMOTE, 0));
        TrialTask task = engine.take().job().task();
        assertEquals("run", task.run());
        assertEquals(experiment, task.experiment());
        assertEquals(DataPart.everything(), task.part());
        assertEquals(job.bundles(), task.bundles());
        assertEquals(Optional.of(Duration.ofSeconds(3)), task.limit());
    }

    @Test
    void leasesEachTrialOfAShardOnceInOrder() {
        engine.started("run", spec(Fakes.experiment(6, "mean"),
                RunOptions.builder().threads(9).share(new Shard(2, 2)).build(), Placement.REMOTE, 0));
        assertEquals(List.of(1, 3, 5), trials(takeAll()));
    }

    @Test
    void respectsTheThreadLimitOfAJob() {
        engine.started("run", remote(5, 2));
        List<Lease> leases = takeAll();
        assertEquals(List.of(0, 1), trials(leases));
        engine.complete(leases.get(1));
        assertEquals(List.of(2), trials(takeAll()));
    }

    @Test
    void aJobIsDoneWhenTheLastTrialIsFinished() throws Exception {
        Job job = engine.started("run", remote(2, 2));
        List<Lease> leases = takeAll();
        engine.complete(leases.get(1));
        assertEquals(Submission.State.RUNNING, job.state());
        assertEquals(1, job.results().finishedTrials());
        engine.complete(leases.get(0));
        assertTrue(job.await());
        assertEquals(2, job.results().finishedTrials());
        assertEquals(List.of(), scheduler.jobs());
    }

    @Test
    void leasesReturnedTrialsFirst() {
        engine.started("run", remote(3, 1));
        Lease zero = engine.take();
        scheduler.giveBack(zero);
        scheduler.giveBack(zero);
        assertEquals(0, engine.take().trial());
        assertTrue(engine.poll().isEmpty(), "a lease ends once");
    }

    @Test
    void ignoresOutcomesOfEndedLeases() throws Exception {
        Job job = engine.started("run", remote(2, 2));
        Lease lost = engine.take();
        Lease one = engine.take();
        scheduler.giveBack(lost);
        engine.complete(lost);
        assertEquals(0, job.results().finishedTrials(), "the trial is computed again");
        Lease again = engine.take();
        assertEquals(0, again.trial());
        engine.complete(again, lost, one);
        engine.complete(again);
        scheduler.giveBack(again);
        assertTrue(job.await());
        assertEquals(2, job.results().finishedTrials());
        assertEquals(List.of(new ComputingPlace("worker", List.of(), 2)), job.places());
    }

    @Test
    void failsTheJobOnAnOutcomeOfAnotherTrial() {
        Job job = engine.started("run", remote(2, 1));
        scheduler.complete(Map.of(engine.take(), outcome(1)));
        assertEquals("the outcome must be of trial 0; found one of trial 1",
                assertThrows(ExecutionException.class, job::await).getMessage());
        assertEquals(0, job.results().finishedTrials());
    }

    @Test
    void leasesNothingWhilePaused() {
        Job job = engine.started("run", remote(2, 2));
        engine.take();
        job.pause();
        assertTrue(engine.poll().isEmpty());
        assertEquals(1, scheduler.jobs().size(), "workers may prepare it");
        job.resume();
        assertEquals(1, engine.take().trial());
    }

    @Test
    void aFailedJobEndsWhenItsTrialsHaveEnded() throws Exception {
        Job job = engine.started("run", remote(3, 3));
        List<Lease> leases = takeAll();
        IOException first = new IOException("first");
        scheduler.fail(leases.get(0), first);
        leases.get(1).job().fail(new IOException("second"));
        assertTrue(leases.get(1).job().over());
        engine.complete(leases.get(1));
        assertEquals(0, job.results().finishedTrials(), "no outcome is wanted any more");
        assertFalse(job.state().isOver(), "a trial is under way");
        scheduler.giveBack(leases.get(2));
        assertSame(first, assertThrows(ExecutionException.class, job::await).getCause());
        assertTrue(engine.poll().isEmpty());
    }

    @Test
    void ignoresFailuresOfEndedLeases() {
        Job job = engine.started("run", remote(1, 1));
        Lease lost = engine.take();
        scheduler.giveBack(lost);
        scheduler.fail(lost, new IOException("too late"));
        assertEquals(Submission.State.RUNNING, job.state());
        assertEquals(0, engine.take().trial());
    }

    @Test
    void aCancelledJobEndsWhenItsTrialsHaveEnded() throws Exception {
        Job job = engine.started("run", remote(2, 1));
        Lease zero = engine.take();
        job.cancel();
        assertEquals(Submission.State.CANCELLED, job.state());
        assertTrue(zero.job().over());
        assertEquals(1, job.running());
        engine.complete(zero);
        assertFalse(job.await());
        assertEquals(0, job.running());
        assertEquals(0, job.results().finishedTrials());
    }

    @Test
    void sharesOnlyFilesThatSettingsName() {
        // Any setting may be a file name, here sequences=9.
        engine.started("run", spec(Fakes.experiment(1, "mean").change().dataset(Stage.parse("coins:sequences=9")).build(),
                RunOptions.builder().base(Path.of("/no/such/base")).build(), Placement.REMOTE, 0));
        RemoteJob job = scheduler.jobs().get(0);
        String missing = assertThrows(IOException.class, () -> job.file(Path.of("9"))).getMessage();
        assertTrue(missing.contains("/no/such/base/9"), missing);
        assertEquals("only files that a setting of the run names can be fetched; none names '/etc/passwd'",
                assertThrows(IllegalArgumentException.class, () -> job.file(Path.of("/etc/passwd"))).getMessage());
    }

    @Test
    void forwardsEventsOfWorkers() throws Exception {
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        Job job = engine.started("run", remote(1, 1), new Observer() {
            @Override
            public void begun(int trial, String where) {
                events.add(trial + " begun on " + where);
            }

            @Override
            public void iterated(int trial, String label, int iteration) {
                events.add(trial + " " + label + " " + iteration);
            }

            @Override
            public void said(String message) {
                events.add(message);
            }
        });
        Lease lease = engine.take();
        lease.job().begun(0, "there");
        lease.job().iterated(0, "mean", 7);
        lease.job().said("a worker left");
        engine.complete(lease);
        job.await();
        assertEquals(List.of("0 begun on there", "0 mean 7", "a worker left"), events);
    }

    @Test
    void ordersJobsByPriorityThenRunningTrialsThenWaitingTime() {
        engine.started("a", with("mean", 3, 9, 0, Placement.REMOTE));
        engine.started("b", with("mean", 3, 9, 0, Placement.REMOTE));
        Job urgent = engine.started("urgent", with("mean", 2, 9, 1, Placement.REMOTE));
        List<Lease> leases = takeAll();
        assertEquals(List.of("urgent", "urgent", "a", "b", "a", "b", "a", "b"),
                leases.stream().map(lease -> lease.job().id()).toList());
        leases.forEach(scheduler::giveBack);
        urgent.priority(-1);
        Lease first = engine.take();
        assertEquals("a", first.job().id(), "b was served last");
        scheduler.giveBack(first);
        assertEquals("b", engine.take().job().id(), "a was served last, and as few are under way");
        assertEquals(List.of("a", "b", "a", "b", "a", "urgent", "urgent"),
                takeAll().stream().map(lease -> lease.job().id()).toList());
    }

    @Test
    void respectsThePlacement() throws Exception {
        scheduler.fix(1);
        Job local = engine.started("local", with("mean", 2, 1, 0, Placement.LOCAL));
        assertTrue(local.await());
        assertEquals(List.of(TrialLeases.HERE), local.places().stream().map(ComputingPlace::where).toList());
        Job remote = engine.started("remote", with("mean", 1, 1, 0, Placement.REMOTE));
        assertEquals(List.of("remote"), scheduler.jobs().stream().map(RemoteJob::id).toList());
        assertTrue(scheduler.jobs().get(0).onlyRemote());
        assertTrue(scheduler.take("worker", List.of()).isEmpty(), "a worker takes what it is ready for");
        engine.complete(engine.take());
        assertTrue(remote.await());
        Job any = engine.started("any", with("mean", 2, 2, 0, Placement.ANY));
        assertTrue(any.await());
        assertEquals(List.of(new ComputingPlace(TrialLeases.HERE, List.of(), 4), new ComputingPlace("worker", List.of(), 1)),
                scheduler.places());
    }

    /** A learner that waits until it is released. */
    private final class Gate {

        private final CountDownLatch free = new CountDownLatch(1);
        private final AtomicInteger begun = new AtomicInteger();
        private final AtomicInteger now = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        Gate() {
            ServiceOffer gate = Fakes.offer(ServiceKind.LEARNER, "gate", Fakes.learner((data, run) -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                begun.incrementAndGet();
                await(free);
                now.decrementAndGet();
                return new Fakes.Flat(data.alphabet(), 1);
            }));
            engine.catalog.put(gate, List.of(gate));
        }
    }

    private static List<Thread> trialThreads() {
        return Thread.getAllStackTraces().keySet().stream().filter(each -> each.getName().startsWith("psr-trial-")).toList();
    }

    @Test
    void limitsTheThreadsOfAllJobsTogether() throws Exception {
        Gate gate = new Gate();
        scheduler.fix(3);
        Job one = engine.started("one", with("gate", 4, 8, 0, Placement.LOCAL));
        Job two = engine.started("two", with("gate", 4, 8, 0, Placement.ANY));
        until(() -> gate.begun.get() == 3);
        assertEquals(3, one.running() + two.running());
        assertTrue(engine.poll().isPresent(), "workers compute beside them");
        gate.free.countDown();
        assertTrue(one.await());
        assertEquals(3, gate.most.get());
    }

    @Test
    void computesOneTrialAtATimeWhileMemoryIsFull() throws Exception {
        Gate gate = new Gate();
        full.set(true);
        gate.free.countDown();
        assertTrue(engine.started("run", with("gate", 6, 3, 0, Placement.LOCAL)).await());
        assertEquals(1, gate.most.get());
    }

    @Test
    void continuesWhenMemoryIsAvailableAgain() throws Exception {
        Gate gate = new Gate();
        full.set(true);
        Job job = engine.started("run", with("gate", 3, 2, 0, Placement.LOCAL));
        until(() -> gate.begun.get() == 1);
        full.set(false);
        until(() -> gate.begun.get() == 2);
        gate.free.countDown();
        assertTrue(job.await());
    }

    @Test
    void trialThreadsAreDaemons() throws Exception {
        Gate gate = new Gate();
        Job job = engine.started("run", with("gate", 2, 2, 0, Placement.LOCAL));
        until(() -> gate.begun.get() == 2);
        List<Thread> threads = trialThreads();
        gate.free.countDown();
        assertTrue(job.await());
        assertTrue(threads.size() >= 2, threads::toString);
        for (Thread thread : threads) {
            assertTrue(thread.isDaemon());
            assertSame(Scheduler.class.getClassLoader(), thread.getContextClassLoader());
        }
    }

    @Test
    void leasesNothingAfterClose() {
        engine.started("run", remote(2, 2));
        List<RemoteJob> jobs = scheduler.jobs();
        scheduler.close();
        assertEquals(List.of(), scheduler.jobs());
        assertTrue(scheduler.take("worker", jobs).isEmpty());
    }

    @Test
    void outOfMemoryInAnotherThreadLosesNoFinishedTrial(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("run");
        Job job = engine.started("run", spec(Fakes.experiment(3, "mean"), RunOptions.builder().threads(2).folder(out).build(),
                Placement.REMOTE, 0));
        List<Lease> leases = takeAll();
        engine.complete(leases.get(0));
        scheduler.fail(leases.get(1), new OutOfMemoryError("Java heap space"));
        assertInstanceOf(OutOfMemoryError.class, assertThrows(ExecutionException.class, job::await).getCause());
        assertEquals(1, job.results().finishedTrials());
    }
}
