package psr.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import psr.api.lab.DataFile;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.lab.TrialOutcome;
import psr.api.lab.TrialPool;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialSupply;
import psr.api.lab.TrialTask;
import psr.api.lab.TrialText;

/** What becomes of trials when workers misbehave, without a network. */
@Timeout(120)
class DispatcherTest {

    private static final int TRIALS = 60;
    private static final Experiment EXPERIMENT = Experiment.builder("test", Stage.of("coins")).recipe(Recipe.parse("mean"))
            .metric(Stage.of("level")).trials(TRIALS).build();

    /** Counts every outcome, and fails where one comes that is not open. */
    private static final class Supply implements TrialSupply {

        private final Deque<Integer> waiting = new ArrayDeque<>();
        private final BitSet open = new BitSet();
        private final BitSet done = new BitSet();
        private final List<String> said = new CopyOnWriteArrayList<>();
        private final Map<Integer, String> places = new ConcurrentHashMap<>();
        private Throwable failure;
        private boolean over;

        Supply() {
            for (int trial = 0; trial < TRIALS; trial++) {
                waiting.add(trial);
            }
        }

        @Override
        public String run() {
            return "run";
        }

        @Override
        public int threads() {
            return Integer.MAX_VALUE;
        }

        @Override
        public TrialTask anyTask() {
            return TrialTask.builder("run", EXPERIMENT, 0).build();
        }

        @Override
        public Optional<TrialTask> next() {
            throw new AssertionError("whoever hands out has other things to do than to wait");
        }

        @Override
        public synchronized Optional<TrialTask> poll() {
            if (over || waiting.isEmpty()) {
                return Optional.empty();
            }
            int trial = waiting.remove();
            open.set(trial);
            return Optional.of(TrialTask.builder("run", EXPERIMENT, trial).build());
        }

        @Override
        public TrialOutcome compute(TrialTask task) {
            throw new AssertionError("nothing is computed here");
        }

        @Override
        public synchronized void finished(TrialTask task, TrialOutcome outcome) {
            assertEquals(task.trial(), outcome.trial());
            open.clear(task.trial());
            done.set(task.trial());
            over |= done.cardinality() == TRIALS;
            notifyAll();
        }

        @Override
        public void finished(List<TrialOutcome> outcomes) {
            outcomes.forEach(outcome -> finished(TrialTask.builder("run", EXPERIMENT, outcome.trial()).build(), outcome));
        }

        @Override
        public synchronized void failed(TrialTask task, Throwable why) {
            failure = why;
            over = true;
            notifyAll();
        }

        @Override
        public synchronized void giveBack(TrialTask task) {
            if (open.get(task.trial()) && !over) {
                waiting.addFirst(task.trial());
            }
            open.clear(task.trial());
            notifyAll();
        }

        @Override
        public DataFile file(Path named) {
            throw new IllegalArgumentException("no setting names '" + named + "'");
        }

        @Override
        public void begun(TrialTask task, String where) {
            places.put(task.trial(), where);
        }

        @Override
        public void said(String words) {
            said.add(words);
        }

        @Override
        public void iterated(TrialTask task, String label, int iteration) {}

        @Override
        public synchronized boolean over() {
            return over;
        }
    }

    /** As short as can be. */
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

    /** Workers that answer as each was told to: by its name, and the question. */
    private static final class Workers implements Peers {

        private final List<Other> present = new CopyOnWriteArrayList<>();
        private final BiFunction<String, Message, Message> answers;
        private final List<String> asked = new CopyOnWriteArrayList<>();
        private final AtomicInteger given = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        /** How often somebody looked who is there. */
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

    /** Two runs or more, served in turn; nobody else computes. */
    private static final class Pool implements TrialPool {

        private final List<TrialSupply> supplies = new CopyOnWriteArrayList<>();
        private final List<String> finished = new CopyOnWriteArrayList<>();
        private final AtomicInteger underWay = new AtomicInteger();

        @Override
        public List<TrialSupply> runs() {
            return supplies.stream().filter(supply -> !supply.over()).toList();
        }

        @Override
        public synchronized Optional<Taken> take(String where, Predicate<TrialSupply> can) {
            for (TrialSupply supply : List.copyOf(supplies)) {
                Optional<TrialTask> task = can.test(supply) ? supply.poll() : Optional.empty();
                if (task.isPresent()) {
                    supplies.remove(supply);
                    supplies.add(supply);
                    underWay.incrementAndGet();
                    return Optional.of(new Taken(supply, task.get()));
                }
            }
            return Optional.empty();
        }

        @Override
        public void left(Taken taken, boolean yes) {
            underWay.decrementAndGet();
            if (yes) {
                finished.add(taken.toString());
            }
        }
    }

    private static Message good(Message question) {
        return switch (question.what()) {
            case "open" -> Message.of("ready").with("memory", Long.MAX_VALUE);
            case "compute" -> Message.of("outcome").with("outcome", Long.toString(question.number("trial")));
            default -> Message.of("closed");
        };
    }

    private static Dispatcher dispatcher(Workers workers, Supply supply) {
        return new Dispatcher(workers, new OneRun(supply), new Text(), null, new ConcurrentHashMap<>(), true);
    }

    private static Supply run(Workers workers) {
        Supply supply = new Supply();
        dispatcher(workers, supply).compute();
        return supply;
    }

    private static void assertComplete(Supply supply) {
        assertEquals(null, supply.failure);
        assertEquals(TRIALS, supply.done.cardinality());
        assertTrue(supply.open.isEmpty());
    }

    @Test
    void everyWorkerComputesAsManyAtOnceAsItCanAndIsToldTheEnd() {
        Workers workers = new Workers((name, question) -> good(question), "a", "b", "c");
        Supply supply = run(workers);
        assertComplete(supply);
        assertTrue(workers.most.get() > 6 && workers.most.get() <= 12, () -> "six at once, and six ahead; found " + workers.most);
        for (String name : List.of("a", "b", "c")) {
            assertTrue(workers.asked.contains(name + " close"), name);
            assertTrue(supply.places.containsValue(name), name);
        }
    }

    @Test
    void trialsOfAWorkerThatGoesAreComputedByOthers() {
        AtomicInteger calls = new AtomicInteger();
        Supply supply = run(new Workers((name, question) -> name.equals("a") && question.what().equals("compute")
                && calls.incrementAndGet() > 3 ? null : good(question), "a", "b"));
        assertComplete(supply);
        assertTrue(supply.said.contains("a does not finish what it was given; others do"), supply.said::toString);
    }

    @Test
    void aWorkerThatBeganAnewIsOpenedAgain() {
        AtomicInteger opened = new AtomicInteger();
        Supply supply = run(new Workers((name, question) -> {
            if (question.what().equals("open")) {
                opened.incrementAndGet();
            }
            return question.what().equals("compute") && opened.get() < 2 ? Message.of("unknown") : good(question);
        }, "a"));
        assertComplete(supply);
        assertEquals(2, opened.get());
    }

    @Test
    void aWorkerThatLacksABundleGetsNothing() {
        Workers workers = new Workers((name, question) -> name.equals("a") && question.what().equals("open")
                ? Message.of("lacks").with("why", "lacks x 1.0.0") : good(question), "a", "b");
        Supply supply = run(workers);
        assertComplete(supply);
        assertTrue(workers.asked.stream().noneMatch("a compute"::equals));
        assertTrue(supply.said.contains("a takes no work of this run: lacks x 1.0.0"), supply.said::toString);
    }

    @Test
    void aFailureForWantOfMemoryCountsOnlyWhereThereIsAsMuchAsHere() {
        BiFunction<String, Message, Message> hungry = (name, question) -> question.what().equals("compute")
                ? Message.of("outcome").with("outcome", question.number("trial") + " needs more memory")
                : good(question);
        Supply little = run(new Workers((name, question) -> {
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
        Supply thrown = run(new Workers((name, question) -> name.equals("a") && question.what().equals("compute")
                ? Message.of("memory").with("why", "it ran out of memory") : good(question), "a", "b"));
        assertComplete(thrown);
    }

    @Test
    void whatCannotBeReadIsComputedByOthers() {
        Supply supply = run(new Workers((name, question) -> name.equals("a") && question.what().equals("compute")
                ? Message.of("outcome").with("outcome", "") : good(question), "a", "b"));
        assertComplete(supply);
        Supply other = run(new Workers((name, question) -> name.equals("a") && question.what().equals("compute")
                ? Message.of("outcome").with("outcome", Long.toString(question.number("trial") + 1)) : good(question), "a", "b"));
        assertComplete(other);
        assertTrue(other.said.contains("a gets no more work of this run: its outcome cannot be read: it is of another trial"),
                other.said::toString);
    }

    @Test
    void aTrialThatNobodyCanComputeEndsTheRun() {
        Supply supply = run(new Workers((name, question) -> question.what().equals("compute") && question.number("trial") == 30
                ? Message.of("failed").with("why", "line 3 is no sequence") : good(question), "a"));
        assertEquals("line 3 is no sequence (a)", supply.failure.getMessage());
    }

    @Test
    void aRunThatIsCancelledGivesEverythingBack() throws Exception {
        Supply supply = new Supply();
        Workers workers = new Workers((name, question) -> question.what().equals("compute") ? Message.of("never")
                : good(question), "a", "b");
        Thread thread = new Thread(() -> dispatcher(workers, supply).compute());
        thread.start();
        await(() -> supply.places.size() >= 4);
        supply.failed(null, null);
        thread.join(20_000);
        assertTrue(supply.open.isEmpty(), supply.open::toString);
        assertTrue(new ArrayList<>(workers.asked).contains("a close"));
    }

    @Test
    void whoComesLateTakesPart() throws Exception {
        Supply supply = new Supply();
        Workers workers = new Workers((name, question) -> good(question));
        Thread thread = new Thread(() -> dispatcher(workers, supply).compute());
        thread.start();
        await(() -> workers.looks.get() >= 2); // it has looked again after it found nobody
        workers.come("late");
        thread.join(60_000);
        assertComplete(supply);
    }

    @Test
    void aPoolOfRunsIsServedAsLongAsThisProcessIsAMember() throws Exception {
        Pool pool = new Pool();
        Map<String, String> lacking = new ConcurrentHashMap<>();
        Workers workers = new Workers((name, question) -> {
            if (question.what().equals("open") && name.equals("a") && lacking.putIfAbsent("a", question.text("run")) == null) {
                return Message.of("lacks").with("why", "lacks x 1.0.0");
            }
            return good(question);
        }, "a");
        Supply first = new Supply();
        Supply second = new Supply();
        pool.supplies.add(first);
        Thread thread =
                new Thread(() -> new Dispatcher(workers, pool, new Text(), null, new ConcurrentHashMap<>(), false).compute());
        thread.start();
        await(() -> first.said.contains("a takes no work of this run: lacks x 1.0.0"));
        pool.supplies.add(second);
        await(second::over);
        assertComplete(second);
        assertEquals(0, first.done.cardinality(), "nobody can");
        assertTrue(thread.isAlive(), "other runs may come");
        workers.come("b");
        await(first::over);
        assertComplete(first);
        await(() -> pool.underWay.get() == 0 && pool.finished.size() == 2 * TRIALS);
        await(() -> workers.asked.stream().filter("b close"::equals).count() == 1);
        workers.over = true;
        thread.join(20_000);
        assertTrue(!thread.isAlive(), "it is no member any more");
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "it must come true within a minute");
            Thread.sleep(5);
        }
    }
}
