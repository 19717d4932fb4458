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
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.ObjectNode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.ModelStore;
import psr.api.lab.SavedRun;
import psr.api.lab.Submission.State;
import psr.api.settings.Schema;
import psr.api.settings.ValidationException;
import psr.launcher.spi.JobQueue;
import psr.launcher.spi.JobSpec;
import psr.server.DataFolder;
import psr.server.Housekeeping;
import psr.server.LabServices;
import psr.server.ServerSettings;
import psr.server.TestLab;
import psr.server.data.FileSettings;
import psr.server.data.UploadedFiles;
import psr.server.events.Events;
import psr.server.http.Json;
import psr.server.http.ProblemException;
import psr.server.http.RepeatKey;
import psr.server.models.ModelEvents;
import psr.server.models.ModelLibrary;
import psr.server.store.Store;
import psr.server.store.StoreAwayException;

/** User actions on runs that the real engine computes with one thread, with a database in the folder. */
class RunActionsTest {

    /** Number of loaded runs with one thread. */
    private static final int SLOTS = 4;
    /** Less than the interval at which waiting runs are checked again. */
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    @TempDir
    Path folder;
    private final TestLab lab = new TestLab();
    private DataFolder data;
    private Store store;
    private int ids;
    private Map<String, String> options = Map.of("threads", "1");

    private LabServices services;
    private UploadedFiles files;
    private RunTable table;
    private RunFolders folders;
    private ServedRuns runs;
    private Housekeeping housekeeping;
    private JobQueue queue;
    private RunActions actions;
    private List<String> recovered;

    /** The database of the test. */
    Store database(Path into) throws Exception {
        return Store.open(Optional.empty(), into);
    }

    @BeforeEach
    void open() throws Exception {
        data = DataFolder.open(folder);
        store = database(folder);
        start();
    }

    private void start() throws Exception {
        Events events = new Events();
        UploadedFiles.Limits limits = new UploadedFiles.Limits(1000, 1000, Duration.ofDays(1));
        files = new UploadedFiles(data, store, events, limits);
        services = lab.services(TestLab.idle(ModelStore.class), folder);
        ModelLibrary models = new ModelLibrary(data, store, services.models(), limits);
        ServerSettings settings = Schema.of(ServerSettings.class).parse(options, "serve");
        runs = new ServedRuns(settings, data, store, events, services, new FileSettings(services.catalogue(), files), models,
                new ModelEvents(models, events));
        table = new RunTable(store);
        folders = new RunFolders(services.laboratory(), data.folder("runs"));
        queue = runs.queue();
        actions = runs.actions();
        housekeeping = new Housekeeping();
        recovered = runs.begin(housekeeping);
    }

    /** Simulates kill -9: no further state is written, and everything in memory is lost. */
    private void stop() {
        housekeeping.close();
        runs.close();
    }

    @AfterEach
    void close() throws Exception {
        stop();
        store.close();
        data.close();
    }

    final TestLab lab() {
        return lab;
    }

    final String submit(int trials, int priority) {
        String id = "id-" + ids++;
        String experiment = services.experiments().write(TestLab.experiment(id, trials));
        actions.submit(id, NewRun.of("name", experiment, trials, priority, Optional.empty(), false),
                new RepeatKey("me", Optional.empty(), "hash"));
        return id;
    }

    private State state(String id) {
        try {
            return table.find(id).orElseThrow().state();
        } catch (StoreAwayException e) {
            // The request is repeated.
            return null;
        }
    }

    private List<State> states(List<String> of) {
        return of.stream().map(this::state).toList();
    }

    private boolean computes(String id) {
        return queue.running(id) == 1;
    }

    final void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, () -> "there must be " + what + "; computed " + lab.computed);
            Thread.sleep(5);
        }
    }

    final void await(String id, State state) throws InterruptedException {
        await(id + " " + state, () -> state(id) == state);
    }

    final void awaitComputing(String id) throws InterruptedException {
        await("a trial of " + id + " under way", () -> computes(id));
    }

    /** Finished trials of a run in its folder. */
    private int finished(String id) {
        try {
            return folders.open(id).map(SavedRun::results).map(each -> each.finishedTrials()).orElse(0);
        } catch (IOException e) {
            return -1;
        }
    }

    @Test
    void concurrentRequestsWithOneKeyCreateOneRun() throws Exception {
        int clients = 8;
        RepeatKey key = new RepeatKey("me", Optional.of("key"), "hash");
        String experiment = services.experiments().write(TestLab.experiment("same", 1));
        CyclicBarrier together = new CyclicBarrier(clients);
        Set<String> created = ConcurrentHashMap.newKeySet();
        List<Thread> requests = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            String id = "same-" + i;
            requests.add(new Thread(() -> {
                try {
                    together.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new IllegalStateException(e);
                }
                created.add(actions.submit(id, NewRun.of("name", experiment, 1, 0, Optional.empty(), false), key).id());
            }, "psr-test-client-" + i));
        }
        requests.forEach(Thread::start);
        for (Thread each : requests) {
            each.join();
        }
        assertEquals(1, created.size());
        assertEquals(created,
                table.list(new RunTable.Wanted(Set.of(), Optional.empty(), Optional.empty(), false, Long.MAX_VALUE, 100)).stream()
                        .map(QueuedRun::id).collect(Collectors.toSet()));
        assertThrows(IllegalStateException.class, () -> table.add(created.iterator().next(),
                NewRun.of("name", experiment, 1, 0, Optional.empty(), false), new RepeatKey("me", Optional.empty(), "hash")));
    }

    @Test
    void anEndlessStageDoesNotKeepAThreadForEver() throws Exception {
        stop();
        options = Map.of("threads", "1", "stage-limit", "1");
        start();
        String endless = submit(100, 0);
        awaitComputing(endless);
        String other = submit(1, 0);
        awaitComputing(other);
        assertEquals(1, finished(endless), "its first trial was stopped, and the next turn is not its own");
        assertEquals(List.of(), lab.computed);
    }

    @Test
    void loadsAFewRunsAndQueuesTheRest() throws Exception {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            all.add(submit(2, 0));
        }
        await("four runs", () -> queue.loaded(JobSpec.Kind.RUN) == SLOTS);
        String urgent = submit(1, 5);
        await("one more, for its priority", () -> queue.loaded(urgent).isPresent());
        assertEquals(Collections.nCopies(SLOTS, State.RUNNING), states(all.subList(0, SLOTS)));
        assertEquals(Collections.nCopies(3, State.QUEUED), states(all.subList(SLOTS, 7)));
        lab.permits.release(100);
        for (String id : all) {
            await(id, State.DONE);
            assertEquals(2, finished(id));
        }
        await(urgent, State.DONE);
        assertEquals(15, lab.computed.size(), "each trial once");
    }

    @Test
    void ordersTrialsByPriorityThenWaitingTime() throws Exception {
        String one = submit(3, 0);
        awaitComputing(one);
        String two = submit(3, 0);
        String high = submit(2, 0);
        actions.priority(high, 1);
        // Runs are loaded one after the other: when the last is loaded, all earlier ones offer trials.
        String last = submit(1, -1);
        await("four runs", () -> queue.loaded(last).isPresent());
        lab.permits.release(100);
        await(last, State.DONE);
        assertEquals(List.of(one, high, high, two, one, two, one, two, last), lab.computed);
    }

    @Test
    void continuesAfterAKillWithoutRepeatingTrials() throws Exception {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            all.add(submit(3, 0));
        }
        await("four runs", () -> queue.loaded(JobSpec.Kind.RUN) == SLOTS);
        lab.permits.release(5);
        await("five trials in folders", () -> all.stream().mapToInt(this::finished).sum() == 5);
        stop();
        // A new folder without a record.
        String half = submit(1, 0);
        Files.createDirectories(folders.of(half)).resolve(RunFolders.TRIALS).toFile().createNewFile();
        assertEquals(State.RUNNING, state(all.get(0)));

        start();
        Matcher said = Pattern.compile("recovered: (\\d) runs continue \\(5 of their trials are finished\\), (\\d) queued")
                .matcher(recovered.get(recovered.size() - 1));
        assertTrue(said.matches(), recovered::toString);
        assertEquals(7, Integer.parseInt(said.group(1)) + Integer.parseInt(said.group(2)), recovered::toString);
        lab.permits.release(100);
        for (String id : all) {
            await(id, State.DONE);
            assertEquals(3, finished(id));
        }
        await(half, State.DONE);
        assertEquals(19, lab.computed.size(), "each trial once");
    }

    @Test
    void closedRunsContinueAtTheNextStart() throws Exception {
        String id = submit(3, 0);
        String paused = submit(3, 0);
        actions.pause(paused);
        lab.permits.release(1);
        await("a trial", () -> finished(id) == 1);
        stop();
        assertEquals(State.RUNNING, state(id));
        start();
        assertEquals("recovered: 1 run continues (1 of its trials are finished), 1 paused", recovered.get(recovered.size() - 1));
        lab.permits.release(100);
        await(id, State.DONE);
        assertEquals(State.PAUSED, state(paused));
        assertFalse(queue.loaded(paused).isPresent());
        actions.resume(paused);
        await(paused, State.DONE);
    }

    @Test
    void waitsForMissingServicesAndFilesThenContinues() throws Exception {
        String begun = submit(2, 0);
        lab.permits.release(1);
        await("a trial", () -> finished(begun) == 1);
        stop();
        lab.replaced = true;
        lab.putLearner("1.1.0");
        start();
        await(begun, State.WAITING);
        assertEquals("learner patient 1.0.0, present: 1.1.0", table.find(begun).orElseThrow().waitingFor().orElseThrow());
        lab.removeLearner();
        String other = submit(1, 0);
        await(other, State.WAITING);
        String reason = table.find(other).orElseThrow().waitingFor().orElseThrow();
        assertTrue(reason.endsWith("no learner named 'patient'; present: none"), reason);
        lab.announce();
        await("another reason", () -> table.find(begun).orElseThrow().waitingFor()
                .equals(Optional.of("learner patient 1.0.0, present: none")));
        lab.replaced = false;
        lab.putLearner("1.0.0");
        lab.permits.release(100);
        lab.announce();
        await(begun, State.DONE);
        await(other, State.DONE);
        assertTrue(table.find(begun).orElseThrow().waitingFor().isEmpty());
    }

    @Test
    void loadsOnlyAFewOfManyWaitingRuns() throws Exception {
        lab.removeLearner();
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            all.add(submit(1, 0));
        }
        await(all.get(5), State.WAITING);
        lab.putLearner("1.0.0");
        lab.announce();
        await("four runs", () -> queue.loaded(JobSpec.Kind.RUN) == SLOTS);
        // Queued runs are checked after waiting runs.
        actions.cancel(submit(1, 0));
        assertEquals(List.of(State.WAITING, State.WAITING), states(all.subList(SLOTS, 6)));
        lab.permits.release(100);
        for (String id : all) {
            await(id, State.DONE);
        }
    }

    @Test
    void restartingSetsEarlierResultsAside() throws Exception {
        String id = submit(2, 0);
        lab.permits.release(1);
        await("a trial", () -> finished(id) == 1);
        assertThrows(ProblemException.class, () -> actions.restart(id));
        actions.cancel(id);
        assertEquals(State.CANCELLED, state(id));
        await("the end", () -> queue.loaded(id).isEmpty());
        assertEquals(0, actions.restart(id).done());
        lab.permits.release(100);
        await(id, State.DONE);
        assertEquals(3, lab.computed.size());
        try (var aside = Files.list(folders.folder().resolve(".aside"))) {
            assertEquals(1, aside.count());
        }
    }

    @Test
    void aFailedRunReportsTheReason() throws Exception {
        lab.broken = "the disk is full";
        String id = submit(2, 0);
        await(id, State.FAILED);
        assertEquals("the disk is full", table.find(id).orElseThrow().failure().orElseThrow());
        lab.broken = null;
        actions.resume(id);
        lab.permits.release(100);
        await(id, State.DONE);
        assertTrue(table.find(id).orElseThrow().failure().isEmpty());
        lab.fruitless = true;
        String none = submit(1, 0);
        await(none, State.FAILED);
        assertEquals("no recipe made a model; patient:tag=" + none + ": too few data (patient)",
                table.find(none).orElseThrow().failure().orElseThrow());
    }

    @Test
    void pausesAndResumesAndCancels() throws Exception {
        String id = submit(5, 0);
        awaitComputing(id);
        actions.pause(id);
        lab.permits.release(100);
        await("the trial that was under way", () -> finished(id) == 1 && queue.running(id) == 0);
        assertEquals(State.PAUSED, state(id));
        assertEquals(409, status(() -> actions.more(id, 7)), "while it is loaded");
        actions.resume(id);
        await(id, State.DONE);
        assertEquals(409, status(() -> actions.pause(id)));
        assertEquals(409, status(() -> actions.cancel(id)));
        assertEquals(409, status(() -> actions.resume(id)));
        assertEquals(409, status(() -> actions.restart(id)));
        assertThrows(ValidationException.class, () -> actions.more(id, 5));
        await("the end", () -> queue.loaded(id).isEmpty());
        assertEquals(7, actions.more(id, 7).total());
        await("more trials", () -> state(id) == State.DONE && table.find(id).orElseThrow().done() == 7);
        assertEquals(7, lab.computed.size());
    }

    private static int status(Action action) {
        return assertThrows(ProblemException.class, action::run).problem().status();
    }

    private interface Action {

        void run() throws Exception;
    }

    private RunRequest.Checked checked(String id, boolean paused) {
        ObjectNode body = Json.object().put("paused", paused);
        body.set("experiment", Json.read(services.experiments().write(TestLab.experiment(id, 2))));
        return new RunRequest(services, new FileSettings(services.catalogue(), files)).read(body);
    }

    @Test
    void bindsServicesOnceAndReleasesThem() throws Exception {
        lab.permits.release(100);
        RunRequest.Checked checked = checked("first", false);
        int started = lab.started.get();
        RepeatKey requestKey = new RepeatKey("me", Optional.of("key"), "hash");
        actions.submit("first", checked, requestKey);
        await("first", State.DONE);
        assertEquals(started, lab.started.get());
        actions.submit("again", checked("again", false), requestKey);
        assertTrue(table.find("again").isEmpty());
        actions.submit("paused", checked("paused", true), new RepeatKey("me", Optional.empty(), "hash"));
        await("the end", () -> queue.loaded("first").isEmpty());
        assertEquals(0, lab.held.get());
    }

    @Test
    void computesARunAsChangedBeforeLoading() throws Exception {
        RepeatKey requestKey = new RepeatKey("me", Optional.empty(), "hash");
        RunRequest.Checked more = checked("more", false);
        RunRequest.Checked cancelled = checked("cancelled", false);
        lab.gate = new CountDownLatch(1);
        String first = submit(1, 0);
        await("the first that is being loaded", () -> state(first) == State.RUNNING);
        actions.submit("more", more, requestKey);
        actions.submit("cancelled", cancelled, requestKey);
        actions.more("more", 3);
        actions.cancel("cancelled");
        lab.gate.countDown();
        lab.permits.release(100);
        await("more", State.DONE);
        assertEquals(3, finished("more"));
        assertEquals(State.CANCELLED, state("cancelled"));
        await("the end", () -> queue.loaded(JobSpec.Kind.RUN) == 0);
        assertEquals(0, lab.held.get());
    }

    @Test
    void aRepeatedRequestCreatesNoSecondRun() {
        NewRun run = NewRun.of("name", "{}", 1, 0, Optional.empty(), true);
        QueuedRun first = actions.submit("a", run, new RepeatKey("me", Optional.of("key"), "hash"));
        assertEquals(first.id(), actions.submit("b", run, new RepeatKey("me", Optional.of("key"), "hash")).id());
        assertEquals("c", actions.submit("c", run, new RepeatKey("you", Optional.of("key"), "hash")).id());
        assertEquals(422, status(() -> actions.submit("d", run, new RepeatKey("me", Optional.of("key"), "other"))));
    }

    @Test
    void emptiesTheTrashByTimeAndSize() throws Exception {
        String small = submit(1, 0);
        String large = submit(1, 0);
        String held = submit(2, 0);
        lab.permits.release(2);
        await(small, State.DONE);
        await(large, State.DONE);
        awaitComputing(held);
        assertEquals(409, status(() -> actions.remove(held)));
        await("the end", () -> queue.loaded(JobSpec.Kind.RUN) == 1);
        actions.remove(large);
        actions.remove(small);
        assertEquals(409, status(() -> actions.remove(small)));
        assertEquals(409, status(() -> actions.rename(small, "other")));
        assertEquals(Set.of(held), ids(false));
        long kilobytes = folders.bytes(small) + 10;
        Files.write(folders.of(large).resolve("big"), new byte[1000]);
        // The trash of the server has a large limit: it deletes nothing during the test.
        new RunTrash(table, folders, Duration.ofDays(7), kilobytes).clean(id -> false);
        assertEquals(Set.of(small), ids(true), "the one that was removed first, and is too much");
        assertFalse(Files.exists(folders.of(large)));
        actions.restore(small);
        assertEquals(409, status(() -> actions.restore(small)));
        assertEquals(Set.of(held, small), ids(false));
        actions.remove(small);
        new RunTrash(table, folders, Duration.ZERO, kilobytes).clean(id -> true);
        assertEquals(Set.of(small), ids(true), "as long as it is loaded");
        new RunTrash(table, folders, Duration.ZERO, kilobytes).clean(id -> false);
        assertEquals(Set.of(), ids(true));
    }

    private Set<String> ids(boolean removed) {
        Set<String> found = new TreeSet<>();
        table.list(new RunTable.Wanted(EnumSet.noneOf(State.class), Optional.empty(), Optional.empty(), removed, Long.MAX_VALUE,
                100))
                .forEach(run -> found.add(run.id()));
        return found;
    }

    @Test
    void storesTagsAndNotesAndTheBestRecipe() throws Exception {
        String id = submit(2, 0);
        String other = submit(1, 0);
        actions.tags(id, List.of("draft_1", "rank"));
        actions.notes(id, "look again");
        lab.permits.release(3);
        await(id, State.DONE);
        await("its best recipe", () -> table.find(id).orElseThrow().labels().best().isPresent());
        QueuedRun.Labels labels = table.find(id).orElseThrow().labels();
        assertEquals(List.of("draft_1", "rank"), labels.tags());
        assertEquals("look again", labels.notes());
        assertEquals("patient:tag=" + id, Json.read(labels.best().orElseThrow()).get("recipe").asText());
        assertEquals(List.of(id), tagged("draft_1"));
        assertEquals(List.of(), tagged("draft"), "a whole tag");
        assertEquals(List.of(), tagged("draftx1"), "no wildcard");
        actions.more(id, 3);
        assertEquals(Optional.empty(), table.find(id).orElseThrow().labels().best(), "it may change with more trials");
        await(other, State.DONE);
    }

    private List<String> tagged(String tag) {
        return table.list(new RunTable.Wanted(Set.of(), Optional.empty(), Optional.of(tag), false, Long.MAX_VALUE, 10)).stream()
                .map(QueuedRun::id).toList();
    }

    @Test
    void listsByStateAndTextAndPage() {
        for (int i = 0; i < 5; i++) {
            actions.submit("p" + i, NewRun.of("50% of_" + i, "{}", 1, 0, Optional.of(2.5), true),
                    new RepeatKey("me", Optional.empty(), "h"));
        }
        List<QueuedRun> first =
                table.list(new RunTable.Wanted(EnumSet.of(State.PAUSED), Optional.empty(), Optional.empty(), false,
                        Long.MAX_VALUE, 2));
        assertEquals(List.of("p4", "p3"), first.stream().map(QueuedRun::id).toList());
        assertEquals(Optional.of(2.5), first.get(0).limit());
        List<QueuedRun> rest =
                table.list(new RunTable.Wanted(EnumSet.of(State.PAUSED), Optional.empty(), Optional.empty(), false,
                        first.get(1).number(), 9));
        assertEquals(List.of("p2", "p1", "p0"), rest.stream().map(QueuedRun::id).toList());
        assertEquals(1, table.list(new RunTable.Wanted(Set.of(), Optional.of("OF_3"), Optional.empty(), false, Long.MAX_VALUE, 9))
                .size());
        assertEquals(5,
                table.list(new RunTable.Wanted(Set.of(), Optional.of("0%"), Optional.empty(), false, Long.MAX_VALUE, 9)).size());
        assertEquals(0,
                table.list(new RunTable.Wanted(Set.of(), Optional.of("5_%"), Optional.empty(), false, Long.MAX_VALUE, 9)).size());
        assertEquals(0,
                table.list(new RunTable.Wanted(Set.of(State.DONE), Optional.empty(), Optional.empty(), false, Long.MAX_VALUE, 9))
                        .size());
    }
}
