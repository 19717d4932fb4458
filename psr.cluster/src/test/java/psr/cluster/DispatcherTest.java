package psr.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TrialResult;
import psr.launcher.spi.DataFile;
import psr.launcher.spi.RemoteJob;
import psr.launcher.spi.TrialLeases;
import psr.launcher.spi.TrialOutcome;
import psr.launcher.spi.TrialTask;
import psr.launcher.spi.TrialText;

/** The handling of workers that fail, leave or answer wrongly, without a network. */
@Timeout(120)
class DispatcherTest {

    private static final int TRIALS = 60;
    private static final Experiment EXPERIMENT = Experiment.builder("test", Stage.of("coins")).recipe(Recipe.parse("mean"))
            .metric(Stage.of("level")).trials(TRIALS).build();

    /** A job of {@link #TRIALS} trials; its mutable state is guarded by its leases. */
    private static final class Job implements RemoteJob {

        private final boolean onlyRemote;
        private final Deque<Integer> waiting =
                IntStream.range(0, TRIALS).boxed().collect(Collectors.toCollection(ArrayDeque::new));
        private final BitSet done = new BitSet();
        private final List<String> said = new CopyOnWriteArrayList<>();
        private final Map<Integer, String> places = new ConcurrentHashMap<>();
        private volatile Throwable failure;
        private volatile boolean over;

        Job(boolean onlyRemote) {
            this.onlyRemote = onlyRemote;
        }

        @Override
        public String id() {
            return "run";
        }

        @Override
        public TrialTask task() {
            return new TrialTask("run", EXPERIMENT, 0, DataPart.asGiven(), Optional.empty(), List.of());
        }

        @Override
        public boolean onlyRemote() {
            return onlyRemote;
        }

        @Override
        public boolean over() {
            return over;
        }

        @Override
        public DataFile file(Path named) {
            throw new IllegalArgumentException("no setting names '" + named + "'");
        }

        @Override
        public void begun(int trial, String where) {
            places.put(trial, where);
        }

        @Override
        public void iterated(int trial, String label, int iteration) {}

        @Override
        public void said(String message) {
            said.add(message);
        }

        @Override
        public void fail(Throwable reason) {
            failure = reason;
            over = true;
        }
    }

    /** Leases trials of the jobs in turn, and checks that each lease ends exactly once. */
    private static final class Leases implements TrialLeases {

        private final List<Job> jobs = new CopyOnWriteArrayList<>();
        private final Set<Lease> open = new HashSet<>();
        private final List<String> wrong = new CopyOnWriteArrayList<>();
        private final AtomicInteger connections = new AtomicInteger();
        private long number;

        Job add(boolean onlyRemote) {
            Job job = new Job(onlyRemote);
            jobs.add(job);
            return job;
        }

        @Override
        public List<RemoteJob> jobs() {
            return jobs.stream().filter(job -> !job.over()).map(RemoteJob.class::cast).toList();
        }

        @Override
        public synchronized Optional<Lease> take(String where, Collection<RemoteJob> ready) {
            for (Job job : List.copyOf(jobs)) {
                if (ready.contains(job) && !job.over && !job.waiting.isEmpty()) {
                    jobs.remove(job);
                    jobs.add(job);
                    Lease lease = new Lease(job, job.waiting.remove(), where, ++number);
                    open.add(lease);
                    return Optional.of(lease);
                }
            }
            return Optional.empty();
        }

        private Job end(Lease lease) {
            if (!open.remove(lease)) {
                wrong.add(lease + " has ended before");
            }
            return (Job) lease.job();
        }

        @Override
        public synchronized void complete(Map<Lease, TrialOutcome> outcomes) {
            outcomes.forEach((lease, outcome) -> {
                Job job = end(lease);
                if (outcome.trial() != lease.trial()) {
                    wrong.add(lease + " got " + outcome.trial());
                }
                job.done.set(lease.trial());
                job.over |= job.done.cardinality() == TRIALS;
            });
        }

        @Override
        public synchronized void giveBack(Lease lease) {
            end(lease).waiting.addFirst(lease.trial());
        }

        @Override
        public synchronized void fail(Lease lease, Throwable reason) {
            end(lease).fail(reason);
        }

        @Override
        public Connection connect(IntSupplier threads) {
            connections.incrementAndGet();
            return connections::decrementAndGet;
        }

        synchronized void assertAllEnded() {
            assertTrue(open.isEmpty(), open::toString);
            assertEquals(List.of(), wrong);
            assertEquals(0, connections.get());
        }
    }

    /** The shortest text that identifies a trial. */
    private static final class Text implements TrialText {

        @Override
        public String write(TrialTask task) {
            return task.run();
        }

        @Override
        public TrialTask readTask(String text) {
            throw new AssertionError("only workers read tasks");
        }

        @Override
        public String write(TrialOutcome outcome) {
            return outcome.trial() + outcome.results().get(0).failure().map(TrialResult.Failure::reason).orElse("");
        }

        @Override
        public TrialOutcome readOutcome(String text) {
            String number = text.replaceAll("[^0-9]", "");
            if (number.isEmpty()) {
                throw new IllegalArgumentException("cut");
            }
            int trial = Integer.parseInt(number);
            TrialResult.Builder result = TrialResult.of(trial, "mean");
            if (text.length() > number.length()) {
                result.failure(TrialResult.Failure.outOfMemory(text.substring(number.length())));
            }
            return new TrialOutcome(trial, List.of(result.build()), "data");
        }
    }

    /** Workers whose answers are a function of the worker's name and the request. */
    private static final class Workers implements Peers {

        private final List<Other> present = new CopyOnWriteArrayList<>();
        private final BiFunction<String, Message, Message> answers;
        private final List<String> asked = new CopyOnWriteArrayList<>();
        private final AtomicInteger given = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        /** How often the list of workers was read. */
        private final AtomicInteger looks = new AtomicInteger();
        private volatile boolean over;

        Workers(BiFunction<String, Message, Message> answers, String... names) {
            this.answers = answers;
            for (String name : names) {
                come(name);
            }
        }

        void come(String name) {
            present.add(new Other(UUID.randomUUID(), name, 2));
        }

        @Override
        public List<Other> computing() {
            looks.incrementAndGet();
            return List.copyOf(present);
        }

        @Override
        public CompletableFuture<byte[]> work(Other worker, Message question) {
            most.accumulateAndGet(given.incrementAndGet(), Math::max);
            return talk(worker, question);
        }

        @Override
        public CompletableFuture<byte[]> talk(Other other, Message question) {
            asked.add(other.name() + " " + question.what());
            CompletableFuture<byte[]> future = new CompletableFuture<>();
            CompletableFuture.delayedExecutor(2, TimeUnit.MILLISECONDS).execute(() -> {
                Message answer = answers.apply(other.name(), question);
                if (question.what().equals("compute")) {
                    given.decrementAndGet();
                }
                if (answer == null) {
                    future.completeExceptionally(new IllegalStateException(other.name() + " has left"));
                } else if (!answer.what().equals("never")) {
                    future.complete(answer.bytes());
                }
            });
            return future;
        }

        @Override
        public String address() {
            return "here";
        }

        @Override
        public boolean over() {
            return over;
        }
    }

    private static Message good(Message question) {
        return switch (question.what()) {
            case "open" -> Message.of("ready").with("memory", Long.MAX_VALUE);
            case "compute" -> Message.of("outcome").with("outcome", Long.toString(question.number("trial")));
            default -> Message.of("closed");
        };
    }

    private static Thread start(Workers workers, Leases leases) {
        Thread thread = new Dispatcher(workers, leases, new Text(), null, new ConcurrentHashMap<>()).start();
        assertEquals(1, leases.connections.get(), "a run on the cluster can be submitted at once");
        return thread;
    }

    /** Ends the membership, which ends the thread. */
    private static void end(Workers workers, Leases leases, Thread thread) throws InterruptedException {
        workers.over = true;
        thread.join();
        leases.assertAllEnded();
    }

    /** Computes a job to its end. */
    private static Job run(Workers workers) throws InterruptedException {
        Leases leases = new Leases();
        Job job = leases.add(true);
        Thread thread = start(workers, leases);
        await(job::over);
        end(workers, leases, thread);
        return job;
    }

    private static void assertComplete(Job job) {
        assertEquals(null, job.failure);
        assertEquals(TRIALS, job.done.cardinality());
    }

    @Test
    void usesAllThreadsOfEachWorkerAndClosesTheRun() throws Exception {
        Workers workers = new Workers((name, question) -> good(question), "a", "b", "c");
        Job job = run(workers);
        assertComplete(job);
        assertTrue(workers.most.get() > 6 && workers.most.get() <= 12, () -> "six at once, and six ahead; found " + workers.most);
        for (String name : List.of("a", "b", "c")) {
            assertTrue(workers.asked.contains(name + " close"), name);
            assertTrue(job.places.containsValue(name), name);
        }
    }

    @Test
    void reassignsTrialsOfAWorkerThatLeaves() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Job job = run(new Workers((name, question) -> name.equals("a") && question.what().equals("compute")
                && calls.incrementAndGet() > 3 ? null : good(question), "a", "b"));
        assertComplete(job);
        assertTrue(job.said.contains("a does not finish what it was given; others do"), job.said::toString);
    }

    @Test
    void reopensTheRunAtARestartedWorker() throws Exception {
        AtomicInteger opened = new AtomicInteger();
        Job job = run(new Workers((name, question) -> {
            if (question.what().equals("open")) {
                opened.incrementAndGet();
            }
            return question.what().equals("compute") && opened.get() < 2 ? Message.of("unknown") : good(question);
        }, "a"));
        assertComplete(job);
        assertEquals(2, opened.get());
    }

    @Test
    void sendsNothingToAWorkerThatLacksABundle() throws Exception {
        Workers workers = new Workers((name, question) -> name.equals("a") && question.what().equals("open")
                ? Message.of("lacks").with("why", "lacks x 1.0.0") : good(question), "a", "b");
        Job job = run(workers);
        assertComplete(job);
        assertTrue(workers.asked.stream().noneMatch("a compute"::equals));
        assertTrue(job.said.contains("a takes no work of this run: lacks x 1.0.0"), job.said::toString);
    }

    @Test
    void ignoresOutOfMemoryOfWorkersWithLessMemory() throws Exception {
        BiFunction<String, Message, Message> hungry = (name, question) -> question.what().equals("compute")
                ? Message.of("outcome").with("outcome", question.number("trial") + " needs more memory")
                : good(question);
        Job little = run(new Workers((name, question) -> {
            if (name.equals("a")) {
                return question.what().equals("open") ? Message.of("ready").with("memory", 1 << 20)
                        : hungry.apply(name, question);
            }
            return good(question);
        }, "a", "b"));
        assertComplete(little);
        assertTrue(little.said.stream().anyMatch(words -> words.startsWith("a gets no more work of this run: trial ")
                && words.endsWith(" needs more memory than it has (1 MiB)")), little.said::toString);
        assertComplete(run(new Workers(hungry, "b")));
        Job thrown = run(new Workers((name, question) -> name.equals("a") && question.what().equals("compute")
                ? Message.of("memory").with("why", "it ran out of memory") : good(question), "a", "b"));
        assertComplete(thrown);
    }

    @Test
    void reassignsTrialsWithUnreadableOutcomes() throws Exception {
        Job job = run(new Workers((name, question) -> name.equals("a") && question.what().equals("compute")
                ? Message.of("outcome").with("outcome", "") : good(question), "a", "b"));
        assertComplete(job);
        Job other = run(new Workers((name, question) -> name.equals("a") && question.what().equals("compute")
                ? Message.of("outcome").with("outcome", Long.toString(question.number("trial") + 1)) : good(question), "a", "b"));
        assertComplete(other);
        assertTrue(other.said.contains("a gets no more work of this run: its outcome cannot be read: it is of another trial"),
                other.said::toString);
    }

    @Test
    void failsTheRunIfATrialCannotBeComputed() throws Exception {
        Job job = run(new Workers((name, question) -> question.what().equals("compute") && question.number("trial") == 30
                ? Message.of("failed").with("why", "line 3 is no sequence") : good(question), "a"));
        assertEquals("line 3 is no sequence (a)", job.failure.getMessage());
    }

    @Test
    void returnsAllLeasesOfACancelledRun() throws Exception {
        Leases leases = new Leases();
        Job job = leases.add(true);
        Workers workers = new Workers((name, question) -> question.what().equals("compute") ? Message.of("never")
                : good(question), "a", "b");
        Thread thread = start(workers, leases);
        await(() -> job.places.size() >= 4);
        job.over = true;
        await(() -> workers.asked.contains("a close") && workers.asked.contains("b close"));
        assertEquals(TRIALS, job.waiting.size());
        end(workers, leases, thread);
    }

    @Test
    void usesWorkersThatJoinLater() throws Exception {
        Leases leases = new Leases();
        Job job = leases.add(true);
        Workers workers = new Workers((name, question) -> good(question));
        Thread thread = start(workers, leases);
        await(() -> workers.looks.get() >= 2); // the list was read again after it was empty
        workers.come("late");
        await(job::over);
        assertComplete(job);
        end(workers, leases, thread);
    }

    @Test
    void jobsWithoutWorkersDoNotBlockOtherJobs() throws Exception {
        Leases leases = new Leases();
        Map<String, String> lacking = new ConcurrentHashMap<>();
        Workers workers = new Workers((name, question) -> {
            if (question.what().equals("open") && name.equals("a") && lacking.putIfAbsent("a", question.text("run")) == null) {
                return Message.of("lacks").with("why", "lacks x 1.0.0");
            }
            return good(question);
        }, "a");
        Job first = leases.add(true);
        Thread thread = start(workers, leases);
        await(() -> first.said.contains("a takes no work of this run: lacks x 1.0.0"));
        Job second = leases.add(false);
        await(second::over);
        assertComplete(second);
        assertEquals(0, first.done.cardinality(), "no worker can");
        workers.come("b");
        await(first::over);
        assertComplete(first);
        await(() -> workers.asked.stream().filter("b close"::equals).count() == 1);
        end(workers, leases, thread);
    }

    @Test
    void failsOnlyJobsThatNeedWorkersWhenTheMembershipEnds() throws Exception {
        Leases leases = new Leases();
        Workers workers = new Workers((name, question) -> question.what().equals("compute") ? Message.of("never")
                : good(question), "a");
        Job remote = leases.add(true);
        Job anywhere = leases.add(false);
        Thread thread = start(workers, leases);
        await(() -> !remote.places.isEmpty() || !anywhere.places.isEmpty());
        end(workers, leases, thread);
        assertEquals("this process is no member of the cluster any more; what is finished is kept", remote.failure.getMessage());
        assertEquals(null, anywhere.failure);
        assertEquals(TRIALS, anywhere.waiting.size(), "this process computes them");
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "it must come true within a minute");
            Thread.sleep(5);
        }
    }
}
