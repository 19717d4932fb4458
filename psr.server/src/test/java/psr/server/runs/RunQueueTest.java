package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import psr.api.lab.PluginFile;
import psr.api.lab.Submission.State;
import psr.api.settings.ValidationException;
import psr.server.data.FileSettings;
import psr.server.events.Events;
import psr.server.http.ProblemException;
import psr.server.store.Store;
import psr.server.store.StoreAwayException;

/** The queue, with a laboratory that does as it is told, on the database in the folder. */
class RunQueueTest {

    /** As many as are given to a laboratory with one thread. */
    private static final int SLOTS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;
    private Store store;
    private int keys;

    private RunTable table;
    private SharedThreads threads;
    private FakeLab lab;
    private RunQueue queue;
    private RunOrders orders;
    private RunTrash trash;
    private RunFolders kept;
    private Optional<String> recovered = Optional.empty();

    /** The database that is tried. */
    Store open(Path into) throws Exception {
        return Store.open(Optional.empty(), into);
    }

    @BeforeEach
    void begin() throws Exception {
        store = open(folder);
        start(1, Duration.ofDays(7), 1_000_000);
    }

    private void start(int workers, Duration longest, long most) throws Exception {
        table = new RunTable(store);
        threads = new SharedThreads(workers, () -> false);
        lab = new FakeLab(threads);
        kept = new RunFolders(lab.services().laboratory(), Files.createDirectories(folder.resolve("runs")));
        trash = new RunTrash(table, kept, longest, most);
        RunWords words = new RunWords(table);
        RunTeller news = new RunTeller(new Events(), words);
        var services = lab.services();
        ConfinedFiles files =
                new ConfinedFiles(services.laboratory(), services.catalogue(), new FileSettings(services.catalogue(), null),
                        folder.resolve("data"));
        queue = new RunQueue(table, kept, services, threads, new RunBeginning(services, kept, files, workers), trash, news);
        words.of(queue, new RunJson(queue, kept, threads, services));
        orders = new RunOrders(table, queue, trash, news, threads, services);
        recovered = queue.begin();
    }

    @AfterEach
    void end() throws Exception {
        lab.permits.release(10_000);
        queue.close();
        store.close();
    }

    final SharedThreads threads() {
        return threads;
    }

    final FakeLab lab() {
        return lab;
    }

    String submit(int trials, int priority) {
        String id = "id-" + keys++;
        orders.submit(id, NewRun.of("name", Integer.toString(trials), trials, priority, Optional.empty(), false),
                new NewRun.Asked("me", Optional.empty(), "hash"));
        return id;
    }

    private State state(String id) {
        try {
            return table.find(id).orElseThrow().state();
        } catch (StoreAwayException e) {
            // Asked again.
            return null;
        }
    }

    void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end,
                    () -> "there must be " + what + "; begun " + lab.begun + ", computed " + lab.computed);
            Thread.sleep(5);
        }
    }

    void await(String id, State state) throws InterruptedException {
        await(id + " " + state, () -> state(id) == state);
    }

    /** As after kill -9: nothing is written down any more, and everything in memory is gone. */
    private void kill() throws Exception {
        lab.runs.forEach(FakeLab.Run::giveUp);
        queue.close();
    }

    @Test
    void aFewRunsAreWithTheLaboratoryAndTheRestWaitForTheirTurn() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            ids.add(submit(2, 0));
        }
        await("four runs", () -> queue.working() == SLOTS);
        String urgent = submit(1, 5);
        await("one more, for its priority", () -> lab.begun.contains(urgent));
        assertEquals(ids.subList(0, SLOTS), lab.begun.subList(0, SLOTS));
        lab.permits.release(100);
        for (String id : ids) {
            await(id, State.DONE);
        }
        await(urgent, State.DONE);
        assertEquals(15, lab.computed.size());
        assertEquals(15, new TreeSet<>(lab.computed).size(), "each trial once");
    }

    @Test
    void trialsAreOfTheHighestPriorityThenOfWhoHasWaitedLongest() throws Exception {
        String one = submit(3, 0);
        await("a trial under way", () -> threads.running() == 1);
        String two = submit(3, 0);
        String high = submit(2, 1);
        await("three runs", () -> queue.working() == 3);
        lab.permits.release(100);
        await(one, State.DONE);
        await(two, State.DONE);
        assertEquals(List.of(one + " 0", high + " 0", high + " 1", two + " 0", one + " 1", two + " 1", one + " 2", two + " 2"),
                lab.computed);
    }

    @Test
    void goesOnAfterAKillAndComputesNothingTwice() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ids.add(submit(3, 0));
        }
        await("four runs", () -> queue.working() == SLOTS);
        lab.permits.release(5);
        await("five trials", () -> lab.computed.size() == 5);
        await("five trials in folders", () -> finished(ids) == 5);
        kill();
        // A folder that was begun, without a record.
        String half = submit(1, 0);
        Files.createDirectories(kept.of(half)).resolve(RunFolders.TRIALS).toFile().createNewFile();
        List<String> before = List.copyOf(lab.computed);
        assertEquals(State.RUNNING, state(ids.get(0)));

        start(1, Duration.ofDays(7), 1_000_000);
        // While the runs give up, the queue may still have begun another one.
        Matcher said = Pattern.compile("recovered: (\\d) runs go on \\(5 of their trials are finished\\), (\\d) queued")
                .matcher(recovered.orElseThrow());
        assertTrue(said.matches(), recovered.orElseThrow());
        assertEquals(7, Integer.parseInt(said.group(1)) + Integer.parseInt(said.group(2)), recovered.orElseThrow());
        lab.permits.release(100);
        for (String id : ids) {
            await(id, State.DONE);
        }
        await(half, State.DONE);
        Set<String> all = new TreeSet<>(before);
        all.addAll(lab.computed);
        assertEquals(19, all.size());
        assertEquals(19, before.size() + lab.computed.size(), "each trial once");
    }

    private int finished(List<String> ids) {
        int count = 0;
        for (String id : ids) {
            try {
                Path file = kept.of(id).resolve(RunFolders.TRIALS);
                count += Files.exists(file) ? Files.readAllLines(file).size() : 0;
            } catch (IOException e) {
                return -1;
            }
        }
        return count;
    }

    @Test
    void whatIsClosedGoesOnWithTheNextStart() throws Exception {
        String id = submit(3, 0);
        String paused = submit(3, 0);
        orders.pause(paused);
        lab.permits.release(1);
        await("a trial", () -> lab.computed.size() == 1);
        queue.close();
        assertEquals(State.RUNNING, state(id));
        start(1, Duration.ofDays(7), 1_000_000);
        lab.permits.release(100);
        await(id, State.DONE);
        assertEquals(State.PAUSED, state(paused));
        assertFalse(lab.begun.contains(paused));
        orders.proceed(paused);
        await(paused, State.DONE);
    }

    @Test
    void waitsForWhatIsNotThereAndGoesOnWhenItComes() throws Exception {
        String id = submit(2, 0);
        lab.permits.release(1);
        await("a trial", () -> lab.computed.size() == 1);
        kill();
        lab.refusal = null;
        start(1, Duration.ofDays(7), 1_000_000);
        lab.refusal = "the run began with mine 1.0.0 (abc…); present: none";
        String other = submit(1, 0);
        await("a run that waits", () -> state(other) == State.WAITING);
        assertEquals("the run began with mine 1.0.0 (abc…); present: none",
                table.find(other).orElseThrow().waitingFor().orElseThrow());
        lab.runs.forEach(FakeLab.Run::giveUp);
        await("the one that was given up", () -> queue.working(id).isEmpty());
        table.state(id, State.QUEUED, "");
        queue.wake();
        await(id, State.WAITING);
        assertEquals("learner kneser-ney 1.0.0, present: none", table.find(id).orElseThrow().waitingFor().orElseThrow());
        lab.refusal = null;
        lab.permits.release(100);
        lab.listener.changed(PluginFile.of("mine.jar", PluginFile.State.ACTIVE, Optional.empty(), ""));
        await(id, State.DONE);
        await(other, State.DONE);
        assertTrue(table.find(id).orElseThrow().waitingFor().isEmpty());
    }

    @Test
    void whatBeginsAnewSetsAsideWhatItHad() throws Exception {
        String id = submit(2, 0);
        lab.permits.release(1);
        await("a trial", () -> lab.computed.size() == 1);
        assertThrows(ProblemException.class, () -> orders.restart(id));
        orders.cancel(id);
        await("the end", () -> queue.working(id).isEmpty());
        assertEquals(State.CANCELLED, state(id));
        orders.restart(id);
        lab.permits.release(100);
        await(id, State.DONE);
        assertEquals(2, lab.computed.stream().filter((id + " 0")::equals).count());
        try (var aside = Files.list(kept.folder().resolve(".aside"))) {
            assertEquals(1, aside.count());
        }
    }

    @Test
    void aRunThatFailsSaysWhy() throws Exception {
        lab.broken = new IllegalStateException("the disk is full");
        String id = submit(2, 0);
        lab.permits.release(1);
        await(id, State.FAILED);
        assertEquals("the disk is full", table.find(id).orElseThrow().failure().orElseThrow());
        lab.broken = null;
        orders.proceed(id);
        lab.permits.release(100);
        await(id, State.DONE);
        assertTrue(table.find(id).orElseThrow().failure().isEmpty());
        lab.fruitless = true;
        String none = submit(1, 0);
        await(none, State.FAILED);
        assertEquals("no recipe made a model; learner: too few data", table.find(none).orElseThrow().failure().orElseThrow());
    }

    @Test
    void pausesAndProceedsAndCancels() throws Exception {
        String id = submit(5, 0);
        await("a trial under way", () -> threads.running() == 1);
        orders.pause(id);
        lab.permits.release(100);
        await("the trial that was under way", () -> lab.computed.size() == 1 && threads.running() == 0);
        assertEquals(State.PAUSED, state(id));
        orders.proceed(id);
        await(id, State.DONE);
        assertThrows(ProblemException.class, () -> orders.pause(id));
        assertThrows(ProblemException.class, () -> orders.cancel(id));
        assertThrows(ProblemException.class, () -> orders.proceed(id));
        assertThrows(ValidationException.class, () -> orders.more(id, 5));
        orders.more(id, 7);
        await("more trials", () -> state(id) == State.DONE && table.find(id).orElseThrow().done() == 7);
        assertEquals(7, new TreeSet<>(lab.computed).size());
        assertEquals(7, lab.computed.size());
    }

    @Test
    void theSameKeyIsTheSameRun() {
        NewRun run = NewRun.of("name", "1", 1, 0, Optional.empty(), true);
        QueuedRun first = orders.submit("a", run, new NewRun.Asked("me", Optional.of("key"), "hash"));
        assertEquals(first.id(), orders.submit("b", run, new NewRun.Asked("me", Optional.of("key"), "hash")).id());
        assertEquals("c", orders.submit("c", run, new NewRun.Asked("you", Optional.of("key"), "hash")).id());
        ProblemException problem = assertThrows(ProblemException.class,
                () -> orders.submit("d", run, new NewRun.Asked("me", Optional.of("key"), "other")));
        assertEquals(422, problem.problem().status());
    }

    @Test
    void theTrashIsEmptiedWhatIsTooOldAndWhatIsTooMuch() throws Exception {
        String small = submit(1, 0);
        String large = submit(1, 0);
        String held = submit(2, 0);
        lab.permits.release(2);
        await(small, State.DONE);
        await(large, State.DONE);
        await("a trial under way", () -> threads.running() == 1);
        assertThrows(ProblemException.class, () -> orders.remove(held));
        orders.remove(large);
        orders.remove(small);
        assertThrows(ProblemException.class, () -> orders.remove(small));
        assertThrows(ProblemException.class, () -> orders.rename(small, "other"));
        assertEquals(Set.of(held), ids(false));
        Files.write(kept.of(large).resolve("big"), new byte[1000]);
        Files.delete(kept.of(small).resolve(RunFolders.RECORD));
        // The queue's own trash is large: it does not clean in between.
        new RunTrash(table, kept, Duration.ofDays(7), 10).clean(Set.of());
        assertEquals(Set.of(small), ids(true), "the one that was removed first, and is too much");
        assertFalse(Files.exists(kept.of(large)));
        orders.restore(small);
        assertEquals(Set.of(held, small), ids(false));
        orders.remove(small);
        new RunTrash(table, kept, Duration.ZERO, 1000).clean(Set.of());
        assertEquals(Set.of(), ids(true));
    }

    private Set<String> ids(boolean removed) {
        Set<String> ids = new TreeSet<>();
        table.list(new RunTable.Wanted(EnumSet.noneOf(State.class), Optional.empty(), removed, Long.MAX_VALUE, 100))
                .forEach(run -> ids.add(run.id()));
        return ids;
    }

    @Test
    void listsByStateAndTextAndPage() {
        for (int i = 0; i < 5; i++) {
            orders.submit("p" + i, NewRun.of("50% of_" + i, "1", 1, 0, Optional.of(2.5), true),
                    new NewRun.Asked("me", Optional.empty(), "h"));
        }
        List<QueuedRun> first =
                table.list(new RunTable.Wanted(EnumSet.of(State.PAUSED), Optional.empty(), false, Long.MAX_VALUE, 2));
        assertEquals(List.of("p4", "p3"), first.stream().map(QueuedRun::id).toList());
        assertEquals(Optional.of(2.5), first.get(0).limit());
        List<QueuedRun> rest =
                table.list(new RunTable.Wanted(EnumSet.of(State.PAUSED), Optional.empty(), false, first.get(1).number(), 9));
        assertEquals(List.of("p2", "p1", "p0"), rest.stream().map(QueuedRun::id).toList());
        assertEquals(1, table.list(new RunTable.Wanted(Set.of(), Optional.of("OF_3"), false, Long.MAX_VALUE, 9)).size());
        assertEquals(5, table.list(new RunTable.Wanted(Set.of(), Optional.of("0%"), false, Long.MAX_VALUE, 9)).size());
        assertEquals(0, table.list(new RunTable.Wanted(Set.of(), Optional.of("5_%"), false, Long.MAX_VALUE, 9)).size());
        assertEquals(0, table.list(new RunTable.Wanted(Set.of(State.DONE), Optional.empty(), false, Long.MAX_VALUE, 9)).size());
    }
}
