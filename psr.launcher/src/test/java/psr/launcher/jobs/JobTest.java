package psr.launcher.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static psr.launcher.jobs.TestEngine.remote;
import static psr.launcher.jobs.TestEngine.spec;
import static psr.launcher.jobs.TestEngine.until;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.stream.Stream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Experiment;
import psr.api.lab.Observer;
import psr.api.lab.Recipe;
import psr.api.lab.Results;
import psr.api.lab.Search;
import psr.api.lab.SummaryRow;
import psr.api.lab.RateSearch;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceKind;
import psr.api.lab.Shard;
import psr.api.lab.Submission.State;
import psr.api.lab.TrialResult;
import psr.launcher.lab.Fakes;
import psr.launcher.services.ServiceOffer;
import psr.launcher.spi.NamedFiles;
import psr.launcher.spi.Placement;
import psr.launcher.spi.RemoteJob;
import psr.launcher.spi.TrialComputer;
import psr.launcher.spi.TrialLeases.Lease;

@Timeout(120)
class JobTest {

    private final TestEngine engine = new TestEngine();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        engine.close();
    }

    private Job local(String id, Experiment experiment, RunOptions.Builder options, Observer... observers) {
        return engine.started(id, spec(experiment, options.build(), Placement.LOCAL, 0), observers);
    }

    private Job resumed(Path path) throws IOException {
        Job job =
                engine.preparation.resume("again", path, RunOptions.builder().threads(2).build(), Placement.ANY, 0, closed -> {});
        job.start(() -> {});
        return job;
    }

    @Test
    void appliesActionsBeforeTheStart() throws Exception {
        Job paused = engine.prepared("paused", remote(1, 1));
        paused.pause();
        paused.start(() -> {});
        assertEquals(State.PAUSED, paused.state());
        assertTrue(engine.poll().isEmpty());
        paused.resume();
        engine.complete(engine.take());
        assertTrue(paused.await());
        Job resumed = engine.prepared("resumed", remote(1, 1));
        resumed.pause();
        resumed.resume();
        resumed.start(() -> {});
        engine.complete(engine.take());
        assertTrue(resumed.await());
        Job cancelled = engine.prepared("cancelled", remote(1, 1));
        cancelled.cancel();
        assertFalse(cancelled.await(Duration.ZERO), "it ends when it has started");
        cancelled.start(() -> {});
        assertFalse(cancelled.await());
        assertEquals(State.CANCELLED, cancelled.state());
    }

    @Test
    void callsTheEndActionBeforeAwaitReturns() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        Job job = engine.prepared("run", remote(1, 1));
        job.start(() -> {
            entered.countDown();
            TestEngine.await(free);
        });
        engine.complete(engine.take());
        entered.await();
        assertEquals(State.DONE, job.state());
        assertFalse(job.await(Duration.ZERO));
        free.countDown();
        assertTrue(job.await());
    }

    @Test
    void ignoresActionsAfterTheEnd() throws Exception {
        Job job = local("run", Fakes.experiment(1, "mean"), RunOptions.builder());
        assertTrue(job.await());
        job.pause();
        job.resume();
        job.cancel();
        assertEquals(State.DONE, job.state());
        assertEquals(Optional.empty(), job.failure());
    }

    @Test
    void releasesServicesOnceAfterTheEnd() throws Exception {
        AtomicInteger held = new AtomicInteger();
        ServiceOffer own = new ServiceOffer(ServiceKind.LEARNER, "own", "a test's learner", "", "test", "1.0.0", 0, 1000,
                new ServiceOffer.Provider() {
                    @Override
                    public Object acquire() {
                        held.incrementAndGet();
                        return Fakes.learner((data, run) -> new Fakes.Flat(data.alphabet(), held.get()));
                    }

                    @Override
                    public void release(Object gone) {
                        held.decrementAndGet();
                    }
                });
        engine.catalog.put(own, List.of(own));
        Job job = local("run", Fakes.experiment(2, "own"), RunOptions.builder());
        assertTrue(job.await());
        assertEquals(0, held.get());
        for (TrialResult result : job.results().trials()) {
            if (!result.isTrueModel()) {
                assertEquals(1, result.last().get("level.mean"), "held while it was computed");
            }
        }
    }

    @Test
    void writesNoReportForAShard() throws Exception {
        Path out = folder.resolve("shard");
        assertTrue(local("run", Fakes.experiment(4, "mean"), RunOptions.builder().folder(out).share(new Shard(1, 2))).await());
        assertFalse(Files.exists(out.resolve("summary.csv")));
        Path whole = folder.resolve("whole");
        Job job = local("all", Fakes.experiment(4, "mean"), RunOptions.builder().folder(whole));
        assertTrue(job.await());
        assertTrue(Files.exists(whole.resolve("summary.csv")));
        assertEquals(whole, job.report().orElseThrow().folder());
    }

    @Test
    void aRunWithoutAnyModelLeavesNoFolder() throws Exception {
        ServiceOffer bad = Fakes.offer(ServiceKind.LEARNER, "bad", Fakes.learner((data, run) -> {
            throw new IllegalStateException("oh");
        }));
        engine.catalog.put(bad, List.of(bad));
        Path out = folder.resolve("run");
        Job job = local("run", Fakes.experiment(2, "bad"), RunOptions.builder().folder(out));
        assertTrue(job.await());
        assertFalse(Files.exists(out));
        assertEquals(Optional.empty(), job.folder());
        assertEquals(2, job.results().finishedTrials());
    }

    @Test
    void savesFinishedTrialsWhenOutOfMemoryAndCanBeResumed() throws Exception {
        Path out = folder.resolve("run");
        Job job = engine.started("run", spec(Fakes.experiment(3, "mean"), RunOptions.builder().threads(2).folder(out).build(),
                Placement.REMOTE, 0));
        engine.compute(engine.take());
        engine.scheduler.fail(engine.take(), new OutOfMemoryError("Java heap space"));
        assertInstanceOf(OutOfMemoryError.class, assertThrows(ExecutionException.class, job::await).getCause());
        assertEquals(State.FAILED, job.state());
        assertEquals(1, job.results().finishedTrials());
        job.close();
        Job again = resumed(out);
        assertTrue(again.await());
        assertEquals(3, again.results().finishedTrials());
        again.close();
    }

    @Test
    void workersComputeTrialsOfTheRateSearch() throws Exception {
        Experiment experiment = Fakes.experiment(2, "mean+hop").change().rateSearch(RateSearch.among(List.of("1", "2", "4")))
                .build();
        Job here = local("here", experiment, RunOptions.builder());
        assertTrue(here.await());
        Job there = engine.started("there", spec(experiment, RunOptions.builder().threads(3).build(), Placement.REMOTE, 0));
        while (!there.state().isOver()) {
            for (RemoteJob job : engine.scheduler.jobs()) {
                Optional<Lease> lease = engine.scheduler.take("worker", List.of(job));
                if (lease.isPresent()) {
                    engine.compute(lease.get());
                }
            }
        }
        assertTrue(there.await());
        assertEquals(here.experiment(), there.experiment());
        assertEquals("mean+hop:rate=2", there.experiment().recipes().get(0).text());
        assertEquals(here.results().summary(), there.results().summary());
    }

    private static Experiment halving() {
        return Fakes.experiment(8, IntStream.rangeClosed(1, 8).mapToObj(rate -> "mean+hop:rate=" + rate).toArray(String[]::new))
                .change()
                .search(Search.halving()).build();
    }

    /** Of eight recipes, four are in the second trial, two in the next two, and one in the last four. */
    @Test
    void halvingComputesFewerTrialsOfWorseRecipes() throws Exception {
        Job job = local("halving", halving(), RunOptions.builder().threads(1));
        assertTrue(job.await());
        Map<String, Integer> trials = new TreeMap<>();
        job.results().trials().forEach(result -> trials.merge(result.label(), 1, Integer::sum));
        trials.remove(Experiment.TRUE_MODEL);
        assertEquals(List.of(1, 1, 1, 1, 2, 2, 4, 8), trials.values().stream().sorted().toList());
        assertEquals(8, trials.get("mean+hop:rate=2"));
        assertEquals(8, job.results().finishedTrials());
    }

    /** Trials that were finished before decide as they would have without the interruption. */
    @Test
    void halvingGivesTheSameResultsWithAnyNumberOfThreadsAndAfterAKill() throws Exception {
        Job whole = local("whole", halving(), RunOptions.builder().threads(1));
        assertTrue(whole.await());
        Path out = folder.resolve("out");
        Job parallel = local("parallel", halving(), RunOptions.builder().threads(3).folder(out));
        assertTrue(parallel.await());
        assertEquals(whole.results().summary(), parallel.results().summary());
        parallel.close();
        for (int trials = 1; trials < 8; trials += 2) {
            List<String> lines = Files.readAllLines(out.resolve("trials.jsonl"));
            int kept = trials;
            // The beginning of the next trial stays, too, as after a kill while it is written.
            List<String> first = lines.stream()
                    .filter(line -> Integer.parseInt(line.replaceAll("^\\{\"trial\":(\\d+).*", "$1")) < kept).toList();
            Files.writeString(out.resolve("trials.jsonl"), String.join("\n", first) + "\n" + lines.get(0).substring(0, 20));
            Job again = resumed(out);
            assertTrue(again.await());
            assertEquals(whole.results().summary(), again.results().summary());
            again.close();
        }
    }

    @Test
    void halvingNeedsAllTrials() {
        assertTrue(assertThrows(IllegalArgumentException.class,
                () -> local("shard", halving(), RunOptions.builder().share(new Shard(1, 2))))
                .getMessage().contains("must compute all trials"));
    }

    /** The candidates are judged on training data alone, and the best learns as it does alone. */
    @Test
    void aChoiceLearnsWithTheBestCandidate() throws Exception {
        List<Recipe> candidates = Stream.of("mean+hop:rate=1", "mean+hop:rate=2", "mean+hop:rate=4").map(Recipe::parse).toList();
        Job alone = local("alone", Fakes.experiment(3, "mean+hop:rate=2"), RunOptions.builder().threads(1));
        assertTrue(alone.await());
        for (int threads : new int[] {1, 3}) {
            Job job = local("choice-" + threads, Fakes.experiment(3, "mean").change().choose(candidates).build(),
                    RunOptions.builder().threads(threads));
            assertTrue(job.await());
            for (TrialResult result : job.results().trials()) {
                if (!result.isTrueModel()) {
                    assertEquals(1L, result.counts().get("chose mean+hop:rate=2"), result.counts()::toString);
                    assertEquals("chosen among 3 recipes", result.label());
                }
            }
            assertEquals(Results.last(alone.results().summary()).stream().map(SummaryRow::mean).toList(),
                    Results.last(job.results().summary()).stream().map(SummaryRow::mean).toList());
        }
    }

    /** Several users perform actions on several jobs, which local threads and unreliable workers compute. */
    @Test
    void losesAndRepeatsNoTrialUnderRandomActions() throws Exception {
        int jobs = 6;
        int trials = 15;
        Map<String, AtomicInteger> ended = new ConcurrentHashMap<>();
        Map<String, List<Integer>> finished = new ConcurrentHashMap<>();
        Map<String, List<State>> states = new ConcurrentHashMap<>();
        List<Job> all = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            String id = "run-" + i;
            ended.put(id, new AtomicInteger());
            finished.put(id, Collections.synchronizedList(new ArrayList<>()));
            states.put(id, Collections.synchronizedList(new ArrayList<>()));
            Job job = engine.prepared(id, spec(Fakes.experiment(trials, "mean", "mean+climb:passes=2"),
                    RunOptions.builder().threads(3).folder(folder.resolve(id)).build(), Placement.ANY, i % 2));
            all.add(job);
            job.start(ended.get(id)::incrementAndGet, new Observer() {
                @Override
                public void trialFinished(int trial, int done, int total) {
                    finished.get(id).add(trial);
                    assertEquals(finished.get(id).size(), done);
                }

                @Override
                public void changed(State state) {
                    states.get(id).add(state);
                }
            });
        }
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int seed = i;
            threads.add(new Thread(() -> guarded(failures, () -> work(all, seed)), "psr-test-worker-" + i));
            threads.add(new Thread(() -> guarded(failures, () -> act(all, seed)), "psr-test-user-" + i));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), failures);
        for (Job job : all) {
            boolean cancelled = job.state() == State.CANCELLED && job == all.get(0);
            assertEquals(!cancelled, job.await(), job.id());
            assertEquals(1, ended.get(job.id()).get(), "it ends once");
            List<Integer> got = finished.get(job.id());
            assertEquals(job.results().finishedTrials(), got.size(), "each finished trial was delivered once");
            assertEquals(got.size(), got.stream().distinct().count());
            if (!cancelled) {
                assertEquals(IntStream.range(0, trials).boxed().toList(), got.stream().sorted().toList());
            }
            List<State> seen = states.get(job.id());
            assertEquals(job.state(), seen.get(seen.size() - 1), seen::toString);
            assertEquals(0, job.running());
        }
        assertTrue(engine.scheduler.places().stream().allMatch(place -> place.trials().isEmpty()));
    }

    private interface Task {
        void run() throws Exception;
    }

    private static void guarded(List<Throwable> failures, Task task) {
        try {
            task.run();
        } catch (Throwable e) {
            failures.add(e);
        }
    }

    private static boolean over(List<Job> jobs) {
        return jobs.stream().allMatch(job -> job.state().isOver());
    }

    /** A worker that loses every third trial and answers some trials twice. */
    private void work(List<Job> all, long seed) throws Exception {
        Random random = new Random(seed);
        Map<String, TrialComputer> computers = new TreeMap<>();
        while (!over(all)) {
            Optional<Lease> lease = engine.poll();
            if (lease.isEmpty()) {
                Thread.yield();
                continue;
            }
            if (random.nextInt(3) == 0) {
                engine.scheduler.giveBack(lease.get());
            }
            if (!computers.containsKey(lease.get().job().id())) {
                computers.put(lease.get().job().id(), engine.preparation.prepare(lease.get().job().task()));
            }
            var outcome = computers.get(lease.get().job().id()).compute(lease.get().trial(),
                    NamedFiles.in(folder), new Observer() {});
            engine.scheduler.complete(Map.of(lease.get(), outcome));
            engine.scheduler.complete(Map.of(lease.get(), outcome));
            engine.scheduler.giveBack(lease.get());
        }
        computers.values().forEach(TrialComputer::close);
    }

    /** A user who pauses and resumes jobs, changes priorities, reads results and cancels the first job. */
    private static void act(List<Job> all, long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            Job job = all.get(random.nextInt(all.size()));
            switch (random.nextInt(6)) {
                case 0 -> job.pause();
                case 1 -> job.priority(random.nextInt(3));
                case 2 -> job.observe(new Observer() {}).close();
                case 3 -> job.results();
                case 4 -> job.places();
                default -> job.resume();
            }
            if (i == 200) {
                all.get(0).cancel();
            }
        }
        all.forEach(Job::resume);
        // One user may resume the job before the other user pauses it.
        while (!over(all)) {
            all.forEach(Job::resume);
            Thread.yield();
        }
    }
}
