package psr.launcher.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static psr.launcher.jobs.TestEngine.until;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import psr.api.eval.Measure;
import psr.api.lab.Experiment;
import psr.api.lab.Observer;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceKind;
import psr.api.lab.Submission;
import psr.api.lab.Submission.State;
import psr.api.settings.ValidationError;
import psr.launcher.lab.Fakes;
import psr.launcher.runs.SavedRunFolder;
import psr.launcher.services.ServiceOffer;
import psr.launcher.spi.CheckedExperiment;
import psr.launcher.spi.IllegalTransitionException;
import psr.launcher.spi.JobAction;
import psr.launcher.spi.JobListener;
import psr.launcher.spi.JobQueue;
import psr.launcher.spi.JobSpec;
import psr.launcher.spi.JobStore;
import psr.launcher.spi.Placement;

@Timeout(60)
class DurableQueueTest {

    private final TestEngine engine = new TestEngine();
    private final MemoryJobStore store = new MemoryJobStore();
    /** One permit for each trial that the learner 'gate' may complete. */
    private final Semaphore gate = new Semaphore(0);
    private final List<Integer> begun = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, List<State>> observed = new ConcurrentHashMap<>();
    private DurableQueue queue = open();

    @TempDir
    private Path folder;

    private DurableQueue open() {
        return new DurableQueue(store, engine.scheduler, engine.preparation, new JobListener() {
            @Override
            public Observer observer(String id, JobSpec.Kind kind) {
                return new Observer() {
                    @Override
                    public void changed(State state) {
                        observed.computeIfAbsent(id, none -> Collections.synchronizedList(new ArrayList<>())).add(state);
                    }
                };
            }

            @Override
            public void changed(String id, JobSpec.Kind kind) {}
        });
    }

    @BeforeEach
    void fix() {
        engine.scheduler.fix(1);
        learner("gate", () -> Fakes.learner((data, run) -> {
            begun.add(data.count());
            while (!run.cancelled() && !gate.tryAcquire()) {
                Thread.yield();
            }
            return new Fakes.Flat(data.alphabet(), 1);
        }));
    }

    @AfterEach
    void close() {
        gate.release(1_000_000);
        queue.close();
        engine.close();
    }

    private void learner(String name, Supplier<Object> service) {
        ServiceOffer offer = Fakes.offer(ServiceKind.LEARNER, name, 0, "test", service);
        engine.catalog.put(offer, List.of(offer));
    }

    private JobSpec run(String id, String recipe, int trials, int priority) {
        return TestEngine.spec(Fakes.experiment(trials, recipe), RunOptions.builder().folder(folder.resolve(id)).build(),
                Placement.ANY, priority);
    }

    private void submit(String id, JobSpec spec) {
        store.add(id, spec, State.QUEUED);
        queue.wake();
    }

    private void submit(String id, String recipe, int trials) {
        submit(id, run(id, recipe, trials, 0));
    }

    private void await(String id, State state) {
        until(() -> store.state(id) == state && (!state.isOver() || queue.loaded(id).isEmpty()));
    }

    private State perform(String id, JobAction action) {
        return queue.perform(id, action, after -> {});
    }

    private int finished(String id) throws IOException {
        return SavedRunFolder.open(folder.resolve(id)).results().finishedTrials();
    }

    @Test
    void loadsComputesAndUnloadsAJob() throws Exception {
        queue.start();
        submit("a", "mean", 3);
        await("a", State.DONE);
        assertEquals(List.of("RUNNING", "DONE"), store.written("a"));
        assertEquals(3, finished("a"));
        assertEquals(3, store.find("a").orElseThrow().done());
        assertEquals(Optional.empty(), queue.loaded("a"));
        assertEquals(0, queue.loaded(JobSpec.Kind.RUN));
        until(() -> observed.get("a").contains(State.DONE));
    }

    @Test
    void aRunWithoutAnyModelFails() {
        learner("bad", () -> Fakes.learner((data, run) -> {
            throw new IllegalStateException("oh");
        }));
        queue.start();
        submit("a", "bad", 2);
        await("a", State.FAILED);
        assertEquals("no recipe made a model; bad: bad failed: java.lang.IllegalStateException: oh", store.reason("a"));
        assertFalse(Files.exists(folder.resolve("a")));
    }

    @Test
    void loadsEnoughJobsForAllThreadsHighestPriorityFirst() {
        queue.start();
        for (int i = 0; i < 6; i++) {
            store.add("low" + i, run("low" + i, "gate", 1, 0), State.QUEUED);
        }
        store.add("high", run("high", "gate", 1, 5), State.QUEUED);
        queue.wake();
        until(() -> queue.loaded(JobSpec.Kind.RUN) == 4);
        assertEquals(State.RUNNING, store.state("high"));
        assertEquals(State.RUNNING, store.state("low0"), "then the oldest");
        assertEquals(State.QUEUED, store.state("low5"));
        submit("urgent", run("urgent", "gate", 1, 9));
        await("urgent", State.RUNNING);
        until(() -> queue.loaded("urgent").isPresent());
        assertEquals(5, queue.loaded(JobSpec.Kind.RUN), "one that is more urgent than all is loaded beside them");
        gate.release(100);
        for (String id : List.of("low0", "low1", "low2", "low3", "low4", "low5", "high", "urgent")) {
            await(id, State.DONE);
        }
    }

    @Test
    void changedPrioritiesTakeEffectImmediately() {
        queue.start();
        submit("a", "gate", 3);
        submit("b", "gate", 3);
        until(() -> queue.loaded(JobSpec.Kind.RUN) == 2);
        until(() -> begun.size() == 1);
        store.priority("a", 1);
        queue.priority("a", 1);
        gate.release(1);
        until(() -> begun.size() == 2);
        assertEquals(List.of(1), queue.places("a").get(0).trials(), "not b, whose turn it was");
        gate.release(100);
        await("a", State.DONE);
        await("b", State.DONE);
    }

    /** Blocks while it is bound. */
    private final class SlowStart {

        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch free = new CountDownLatch(1);

        SlowStart() {
            learner("slow", () -> {
                entered.countDown();
                TestEngine.await(free);
                return new Fakes.Mean();
            });
        }
    }

    private SlowStart preparing(String id) throws InterruptedException {
        SlowStart slow = new SlowStart();
        queue.start();
        submit(id, "slow", 2);
        slow.entered.await();
        assertEquals(State.RUNNING, store.state(id));
        return slow;
    }

    @Test
    void aJobPausedDuringPreparationStartsPaused() throws Exception {
        SlowStart slow = preparing("a");
        assertEquals(State.PAUSED, perform("a", JobAction.PAUSE));
        slow.free.countDown();
        until(() -> queue.loaded("a").map(Submission::state).filter(State.PAUSED::equals).isPresent());
        assertEquals(0, queue.running("a"));
        assertEquals(State.RUNNING, perform("a", JobAction.RESUME));
        await("a", State.DONE);
        assertEquals(List.of("RUNNING", "PAUSED", "RUNNING", "DONE"), store.written("a"));
    }

    @Test
    void aJobPausedAndResumedDuringPreparationRuns() throws Exception {
        SlowStart slow = preparing("a");
        perform("a", JobAction.PAUSE);
        assertEquals(State.RUNNING, perform("a", JobAction.RESUME));
        slow.free.countDown();
        await("a", State.DONE);
    }

    @Test
    void aJobCancelledDuringPreparationEnds() throws Exception {
        SlowStart slow = preparing("a");
        assertEquals(State.CANCELLED, perform("a", JobAction.CANCEL));
        assertThrows(IllegalTransitionException.class, () -> perform("a", JobAction.REMOVE));
        slow.free.countDown();
        until(() -> queue.loaded("a").isEmpty() && observed.getOrDefault("a", List.of()).contains(State.CANCELLED));
        assertEquals(State.CANCELLED, store.state("a"));
        assertEquals(0, finished("a"));
        until(() -> {
            try {
                return perform("a", JobAction.RESUME) == State.QUEUED;
            } catch (IllegalTransitionException e) {
                return false;
            }
        });
        await("a", State.DONE);
        assertEquals(2, finished("a"));
    }

    @Test
    void appliesPrioritiesThatChangeDuringPreparation() throws Exception {
        SlowStart slow = preparing("a");
        store.priority("a", 7);
        queue.priority("a", 7);
        perform("a", JobAction.PAUSE);
        slow.free.countDown();
        until(() -> queue.loaded("a").isPresent());
        until(() -> ((Job) queue.loaded("a").orElseThrow()).currentPriority() == 7);
    }

    @Test
    void aJobWaitsForAMissingServiceAndThenContinues() {
        queue.start();
        submit("a", "late", 1);
        await("a", State.WAITING);
        assertTrue(store.reason("a").startsWith("no learner named 'late'"), store.reason("a"));
        submit("b", "mean", 1);
        queue.recheck();
        await("b", State.DONE);
        assertEquals(2, store.written("a").size(), "nothing is written as long as nothing changes");
        learner("late", Fakes.Mean::new);
        queue.recheck();
        await("a", State.DONE);
        assertEquals(List.of("RUNNING", "WAITING " + store.written("a").get(1).substring(8), "RUNNING", "DONE"),
                store.written("a"));
    }

    @Test
    void pausesResumesAndCancelsWaitingJobs() {
        queue.start();
        submit("a", "late", 1);
        await("a", State.WAITING);
        assertEquals(State.PAUSED, perform("a", JobAction.PAUSE));
        assertEquals("", store.reason("a"));
        learner("late", Fakes.Mean::new);
        queue.recheck();
        submit("b", "mean", 1);
        await("b", State.DONE);
        assertEquals(State.PAUSED, store.state("a"));
        assertEquals(State.CANCELLED, perform("a", JobAction.CANCEL));
        assertEquals(State.QUEUED, perform("a", JobAction.RESUME));
        await("a", State.DONE);
    }

    @Test
    void limitsTheNumberOfLoadedWaitingJobs() {
        queue.start();
        int jobs = 20;
        for (int i = 0; i < jobs; i++) {
            submit("a" + i, run("a" + i, "late", 1, 0));
        }
        for (int i = 0; i < jobs; i++) {
            await("a" + i, State.WAITING);
        }
        learner("late", () -> Fakes.learner((data, run) -> {
            while (!run.cancelled() && !gate.tryAcquire()) {
                Thread.yield();
            }
            return new Fakes.Flat(data.alphabet(), 1);
        }));
        queue.recheck();
        until(() -> queue.loaded(JobSpec.Kind.RUN) == 4);
        gate.release(100);
        for (int i = 0; i < jobs; i++) {
            await("a" + i, State.DONE);
        }
    }

    @Test
    void pausesResumesAndCancelsRunningJobs() throws Exception {
        queue.start();
        submit("a", "gate", 3);
        until(() -> begun.size() == 1);
        assertEquals(1, queue.running("a"));
        assertEquals(State.PAUSED, perform("a", JobAction.PAUSE));
        gate.release();
        until(() -> queue.running("a") == 0);
        assertEquals(State.RUNNING, perform("a", JobAction.RESUME));
        until(() -> begun.size() == 2);
        assertEquals(State.CANCELLED, perform("a", JobAction.CANCEL));
        assertEquals(State.QUEUED, perform("a", JobAction.RESUME), "loaded again when its trials have ended");
        gate.release(100);
        await("a", State.DONE);
        assertEquals(3, finished("a"));
        assertEquals(List.of("RUNNING", "PAUSED", "RUNNING", "CANCELLED", "QUEUED", "RUNNING", "DONE"), store.written("a"));
    }

    @Test
    void continuesAJobThatNoUserHasCancelled() throws Exception {
        queue.start();
        submit("a", "gate", 2);
        until(() -> begun.size() == 1);
        queue.loaded("a").orElseThrow().cancel();
        gate.release(100);
        await("a", State.DONE);
        assertEquals(List.of("RUNNING", "QUEUED", "RUNNING", "DONE"), store.written("a"));
        assertEquals(2, finished("a"));
    }

    @Test
    void addingTrialsLeavesAPausedJobPaused() throws Exception {
        queue.start();
        store.add("a", run("a", "mean", 2, 0), State.PAUSED);
        assertEquals(State.PAUSED, queue.perform("a", JobAction.MORE, after -> store.trials("a", 5)));
        assertEquals(State.QUEUED, perform("a", JobAction.RESUME));
        await("a", State.DONE);
        assertEquals(5, finished("a"));
        assertEquals(State.QUEUED, queue.perform("a", JobAction.MORE, after -> store.trials("a", 6)));
        await("a", State.DONE);
        assertEquals(6, finished("a"));
    }

    @Test
    void rejectedActionsChangeNothing() {
        queue.start();
        submit("a", "mean", 1);
        await("a", State.DONE);
        List<String> before = store.written("a");
        for (JobAction action : List.of(JobAction.PAUSE, JobAction.RESUME, JobAction.CANCEL, JobAction.RESTART)) {
            IllegalTransitionException e = assertThrows(IllegalTransitionException.class, () -> queue.perform("a", action,
                    after -> {
                        throw new AssertionError("nothing is written");
                    }));
            assertEquals(State.DONE, e.state());
            assertEquals(action, e.action());
        }
        assertEquals(before, store.written("a"));
        assertThrows(IllegalArgumentException.class, () -> perform("none", JobAction.PAUSE));
        assertEquals(State.DONE, queue.perform("a", JobAction.REMOVE, after -> store.remove("a")));
    }

    private JobSpec model(String recipe) {
        Experiment experiment = Fakes.experiment(1, recipe).change().every(Integer.MAX_VALUE).build();
        return new JobSpec(JobSpec.Kind.MODEL, Optional.of(experiment), RunOptions.defaults(), Placement.LOCAL, 0);
    }

    @Test
    void savesTheModelBeforeTheJobIsDone() {
        queue.start();
        submit("m", model("mean"));
        await("m", State.DONE);
        assertEquals(List.of("RUNNING", "model mean", "DONE"), store.written("m"));
        learner("bad", () -> Fakes.learner((data, run) -> {
            throw new IllegalStateException("oh");
        }));
        submit("n", model("bad"));
        await("n", State.FAILED);
        assertEquals("bad failed: java.lang.IllegalStateException: oh", store.reason("n"));
    }

    private static Set<Thread> timers() {
        return Thread.getAllStackTraces().keySet().stream().filter(each -> each.getName().startsWith("psr-timer"))
                .collect(Collectors.toSet());
    }

    /** Whatever starts late is started by the timer, whose thread begins with its first task. */
    @Test
    void modelsStartWithoutADelay() {
        Set<Thread> before = timers();
        submit("m", model("mean"));
        await("m", State.DONE);
        submit("n", model("mean"));
        await("n", State.DONE);
        Set<Thread> begun = timers();
        begun.removeAll(before);
        assertEquals(Set.of(), begun);
    }

    @Test
    void waitsForAnUnavailableStore() throws Exception {
        queue.start();
        submit("a", "gate", 1);
        until(() -> begun.size() == 1);
        submit("m", model("mean"));
        store.add("b", run("b", "mean", 1, 0), State.QUEUED);
        store.available(false);
        queue.wake();
        assertThrows(JobStore.UnavailableException.class, () -> perform("a", JobAction.PAUSE));
        gate.release();
        until(() -> queue.loaded("a").filter(job -> job.state() == State.DONE).isPresent());
        assertEquals(State.RUNNING, store.state("a"), "not written yet");
        store.available(true);
        await("a", State.DONE);
        await("b", State.DONE);
        await("m", State.DONE);
        assertEquals(1, store.written("m").stream().filter("model mean"::equals).count());
    }

    @Test
    void continuesJobsOfAKilledProcess() throws Exception {
        queue.start();
        submit("a", "gate", 3);
        until(() -> begun.size() == 1);
        gate.release();
        until(() -> begun.size() == 2);
        queue.close();
        assertEquals(State.RUNNING, store.state("a"), "the next process continues it");
        assertEquals(Optional.empty(), queue.loaded("a"));
        assertEquals(1, finished("a"));
        store.done("a", 1);
        store.add("b", run("b", "mean", 1, 0), State.QUEUED);
        store.add("c", run("c", "mean", 1, 0), State.PAUSED);
        store.add("d", run("d", "late", 1, 0), State.WAITING);
        store.add("m", model("mean"), State.RUNNING);
        queue = open();
        assertEquals(new JobQueue.Recovered(1, 1, 1, 1, 1), queue.start());
        gate.release(2);
        await("a", State.DONE);
        await("b", State.DONE);
        await("m", State.DONE);
        assertEquals(3, finished("a"));
        assertEquals(List.of("RUNNING", "QUEUED", "RUNNING", "DONE"), store.written("a"));
        assertEquals(State.PAUSED, store.state("c"));
        assertEquals(State.WAITING, store.state("d"));
    }

    private Thread closing(DurableQueue old) {
        Thread closing = new Thread(old::close, "psr-test-close");
        closing.start();
        until(() -> closing.getState() == Thread.State.WAITING || closing.getState() == Thread.State.TIMED_WAITING
                || !closing.isAlive());
        return closing;
    }

    @Test
    void aClosingQueueCompletesTheChangesThatItHasBegun() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        store.onFind(() -> {
            entered.countDown();
            TestEngine.await(free);
        });
        queue.start();
        submit("a", "mean", 2);
        entered.await();
        Thread closing = closing(queue);
        store.onFind(() -> {});
        assertTrue(closing.isAlive(), "the next queue would read a state that is about to change");
        free.countDown();
        closing.join();
        queue = open();
        queue.start();
        await("a", State.DONE);
        assertEquals(List.of("RUNNING", "QUEUED", "RUNNING", "DONE"), store.written("a"));
    }

    @Test
    void aClosingQueueWaitsForPreparations() throws Exception {
        SlowStart slow = preparing("a");
        Thread closing = closing(queue);
        assertTrue(closing.isAlive(), "the folder may be locked");
        slow.free.countDown();
        closing.join();
        assertEquals(Optional.empty(), queue.loaded("a"));
        queue = open();
        queue.start();
        await("a", State.DONE);
        assertEquals(List.of("RUNNING", "QUEUED", "RUNNING", "DONE"), store.written("a"));
    }

    @Test
    void unloadsSomePausedJobsAndContinuesThemLater() throws Exception {
        queue.start();
        int jobs = 12;
        for (int i = 0; i < jobs; i++) {
            String id = "a" + i;
            submit(id, "gate", 1);
            until(() -> queue.loaded(id).isPresent());
            perform(id, JobAction.PAUSE);
        }
        gate.release(100);
        until(() -> {
            queue.wake();
            return queue.loaded(JobSpec.Kind.RUN) <= 9;
        });
        for (int i = 0; i < jobs; i++) {
            perform("a" + i, store.state("a" + i) == State.DONE ? JobAction.REMOVE : JobAction.RESUME);
        }
        for (int i = 0; i < jobs; i++) {
            await("a" + i, State.DONE);
        }
    }

    /** Counts how often it is closed. */
    private record Checked(CheckedExperiment of, AtomicInteger closed) implements CheckedExperiment {
        @Override
        public List<ValidationError> errors() {
            return of.errors();
        }

        @Override
        public Map<String, Measure> measures() {
            return of.measures();
        }

        @Override
        public void close() {
            closed.incrementAndGet();
            of.close();
        }
    }

    private AtomicInteger add(String id, JobSpec spec) {
        Checked checked = new Checked(engine.preparation.check(spec.experiment().orElseThrow()), new AtomicInteger());
        queue.added(id, spec, checked);
        return checked.closed;
    }

    @Test
    void closesTheBindingInEveryCase() throws Exception {
        JobSpec spec = run("a", "mean", 2, 0);
        store.add("a", spec, State.QUEUED);
        AtomicInteger used = add("a", spec);
        queue.start();
        await("a", State.DONE);
        until(() -> used.get() == 1);
        assertEquals(1, add("a", spec).get(), "its turn has come before it was added");

        store.available(false);
        store.add("b", run("b", "mean", 2, 0), State.QUEUED);
        assertEquals(1, add("b", run("b", "mean", 2, 0)).get(), "the store is away");
        store.available(true);
        await("b", State.DONE);

        queue.close();
        store.add("c", run("c", "mean", 2, 0), State.QUEUED);
        assertEquals(1, add("c", run("c", "mean", 2, 0)).get(), "the queue is closed");
    }

    @Test
    void computesTheJobAsChangedInTheQueue() throws Exception {
        queue.start();
        for (int i = 0; i < 3; i++) {
            submit("busy" + i, "gate", 1);
        }
        until(() -> queue.loaded(JobSpec.Kind.RUN) == 3);
        SlowStart slow = new SlowStart();
        submit("slow", "slow", 1);
        slow.entered.await();
        JobSpec spec = run("a", "mean", 2, 0);
        store.add("a", spec, State.QUEUED);
        AtomicInteger closed = add("a", spec);
        queue.perform("a", JobAction.MORE, after -> store.trials("a", 4));
        assertEquals(1, closed.get());
        slow.free.countDown();
        gate.release(3);
        await("a", State.DONE);
        assertEquals(4, finished("a"));
    }

    /** Users perform random actions while the store is temporarily unavailable. */
    @Test
    void computesEveryJobOnceUnderRandomActions() throws Exception {
        engine.scheduler.fix(3);
        queue.start();
        int jobs = 10;
        List<String> ids = new ArrayList<>(IntStream.range(0, jobs).mapToObj(i -> "run" + i).toList());
        ids.forEach(id -> submit(id, "mean", 6));
        ids.addAll(List.of("m0", "m1", "m2"));
        List.of("m0", "m1", "m2").forEach(id -> submit(id, model("mean")));
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger performed = new AtomicInteger();
        List<Thread> users = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Random random = new Random(i);
            users.add(new Thread(() -> {
                for (int n = 0; n < 400; n++) {
                    String id = ids.get(random.nextInt(ids.size()));
                    JobAction action = JobAction.values()[random.nextInt(3)];
                    try {
                        perform(id, action);
                        performed.incrementAndGet();
                    } catch (IllegalTransitionException | JobStore.UnavailableException e) {
                        Thread.yield();
                    } catch (RuntimeException | Error e) {
                        failures.add(e);
                    }
                    if (n % 50 == 0) {
                        store.available(random.nextBoolean());
                    }
                }
            }, "psr-test-user-" + i));
        }
        users.forEach(Thread::start);
        for (Thread user : users) {
            user.join();
        }
        store.available(true);
        assertEquals(List.of(), failures);
        assertTrue(performed.get() > 0);
        for (String id : ids) {
            until(() -> {
                State state = store.state(id);
                if (state == State.PAUSED || state == State.CANCELLED) {
                    try {
                        perform(id, JobAction.RESUME);
                    } catch (IllegalTransitionException e) {
                        // The job has just ended.
                        return false;
                    }
                }
                return state == State.DONE || state == State.FAILED;
            });
        }
        for (String id : ids) {
            await(id, State.DONE);
            if (id.startsWith("m")) {
                assertEquals(1, store.written(id).stream().filter("model mean"::equals).count(), id);
            } else {
                assertEquals(6, finished(id), id);
            }
        }
        assertTrue(engine.scheduler.places().stream().allMatch(place -> place.trials().isEmpty()));
        assertEquals(0, queue.loaded(JobSpec.Kind.RUN) + queue.loaded(JobSpec.Kind.MODEL));
    }
}
