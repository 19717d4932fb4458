package psr.server.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import psr.api.lab.Submission.State;
import psr.api.settings.Schema;
import psr.server.DataFolder;
import psr.server.Housekeeping;
import psr.server.LabServices;
import psr.server.ServerSettings;
import psr.server.TestLab;
import psr.server.data.FileSettings;
import psr.server.data.UploadedFiles;
import psr.server.events.Events;
import psr.server.http.ProblemException;
import psr.server.http.RepeatKey;
import psr.server.runs.ServedRuns;
import psr.server.store.Store;

/** Models that the real engine learns with one thread, on the database in the folder. */
class ModelJobsTest {

    /** Less than the interval at which waiting jobs are checked again. */
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    @TempDir
    Path folder;

    private final TestLab lab = new TestLab();
    private DataFolder data;
    private Store store;
    private UploadedFiles files;
    private ModelLibrary models;
    private ServedRuns runs;
    private Housekeeping housekeeping;
    private ModelJobs jobs;
    private ModelEvents modelEvents;
    private List<String> recovered;

    /** The database of the test. */
    Store database() throws Exception {
        return Store.open(Optional.empty(), folder);
    }

    @BeforeEach
    void open() throws Exception {
        data = DataFolder.open(folder);
        store = database();
        start();
    }

    private void start() throws Exception {
        UploadedFiles.Limits limits = new UploadedFiles.Limits(1000, 1000, Duration.ofDays(1));
        Events events = new Events();
        files = new UploadedFiles(data, store, events, limits);
        models = new ModelLibrary(data, store, new Examples.CountingStore().store(), limits);
        modelEvents = new ModelEvents(models, events);
        LabServices services = lab.services(models.files(), folder);
        FileSettings names = new FileSettings(services.catalogue(), files);
        runs = new ServedRuns(Schema.of(ServerSettings.class).parse(Map.of("threads", "1"), "serve"), data, store, events,
                services, names, models, modelEvents);
        jobs = new ModelJobs(names, models, modelEvents, runs.queue());
        housekeeping = new Housekeeping();
        recovered = jobs.recover();
        runs.begin(housekeeping);
    }

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

    private void order(String id) {
        jobs.add(new SavedModel(id, id, State.QUEUED, Optional.empty(), "patient:tag=" + id, "coins", 7,
                OptionalDouble.of(1000), Instant.now(), Optional.empty(), "me", 0, "{}", Optional.empty()),
                new RepeatKey("me", Optional.empty(), "h"));
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, () -> lab.computed + " " + models.underWay());
            Thread.sleep(5);
        }
    }

    private SavedModel await(String id, State state) throws InterruptedException {
        await(() -> models.model(id).state() == state);
        return models.model(id);
    }

    @Test
    void learnsAndSavesAModel() throws Exception {
        order("m1");
        await(() -> modelEvents.advance("m1").doing().equals("waiting"));
        assertEquals(State.RUNNING, models.model("m1").state());
        assertEquals(.5, modelEvents.advance("m1").share());
        lab.permits.release();
        SavedModel known = await("m1", State.DONE);
        assertTrue(known.about().contains("\"created-by\":\"server\""), known.about());
        assertTrue(known.about().contains("\"seed\":\"7\""), known.about());
        assertEquals(0, jobs.size());
        await(() -> modelEvents.advance("m1") == SavedModel.Advance.NONE);
    }

    @Test
    void reportsTheReasonOfAFailure() throws Exception {
        lab.broken = "no file " + files.folder().resolve("a.csv");
        order("m1");
        assertEquals("no file a.csv", await("m1", State.FAILED).failure().orElseThrow());
        lab.broken = null;
        lab.fruitless = true;
        lab.permits.release();
        order("m2");
        assertEquals("too few data (patient)", await("m2", State.FAILED).failure().orElseThrow());
    }

    @Test
    void cancelsQueuedAndRunningModels() throws Exception {
        for (String id : List.of("m1", "m2", "m3")) {
            order(id);
        }
        await(() -> modelEvents.advance("m1").doing().equals("waiting"));
        assertEquals(State.QUEUED, models.model("m3").state());
        for (String id : List.of("m3", "m2", "m1")) {
            jobs.cancel(id);
            assertEquals(State.CANCELLED, models.model(id).state());
        }
        // A model that is being cancelled would take the permit.
        await(() -> runs.queue().loaded("m1").isEmpty());
        order("m4");
        lab.permits.release();
        await("m4", State.DONE);
        assertEquals(List.of("m4"), lab.computed);
        assertEquals(State.CANCELLED, models.model("m1").state());
        assertEquals(409, assertThrows(ProblemException.class, () -> jobs.cancel("m4")).problem().status());
    }

    @Test
    void continuesUnfinishedModelsAtTheNextStart() throws Exception {
        order("m1");
        await(() -> modelEvents.advance("m1").doing().equals("waiting"));
        order("m2");
        stop();
        // The learner that was stopped would take a permit.
        await(() -> lab.waiting.get() == 0);
        assertEquals(List.of("m1", "m2"), models.underWay().stream().map(SavedModel::id).toList());
        start();
        assertEquals(List.of("2 models that had not been learned: learned now"), recovered);
        lab.permits.release(2);
        await("m1", State.DONE);
        await("m2", State.DONE);
    }

    @Test
    void waitsForAMissingService() throws Exception {
        lab.removeLearner();
        order("m1");
        SavedModel waiting = await("m1", State.WAITING);
        assertEquals("no learner named 'patient'; present: none", waiting.failure().orElseThrow());
        assertTrue(waiting.isUnderWay());
        lab.putLearner("1.0.0");
        lab.announce();
        lab.permits.release();
        assertEquals(Optional.empty(), await("m1", State.DONE).failure());
    }
}
