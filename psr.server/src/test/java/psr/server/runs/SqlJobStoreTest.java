package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.DataPart;
import psr.api.lab.ModelStore;
import psr.api.lab.Submission.State;
import psr.api.settings.ValidationException;
import psr.launcher.spi.JobRow;
import psr.launcher.spi.JobSpec;
import psr.launcher.spi.JobSpec.Kind;
import psr.launcher.spi.JobStore;
import psr.launcher.spi.Placement;
import psr.server.DataFolder;
import psr.server.LabServices;
import psr.server.TestLab;
import psr.server.data.FileSettings;
import psr.server.data.UploadedFiles;
import psr.server.events.Events;
import psr.server.http.RepeatKey;
import psr.server.models.ModelLibrary;
import psr.server.store.Store;

/** The job store with a database in the folder. */
class SqlJobStoreTest {

    @TempDir
    Path folder;
    private DataFolder data;
    private Store database;
    private LabServices services;
    private RunTable table;
    private RunFolders folders;
    private SqlJobStore store;

    /** The database of the test. */
    Store database() throws Exception {
        return Store.open(Optional.empty(), folder);
    }

    @BeforeEach
    void open() throws Exception {
        data = DataFolder.open(folder);
        database = database();
        services = new TestLab().services(TestLab.idle(ModelStore.class), folder);
        UploadedFiles.Limits limits = new UploadedFiles.Limits(1000, 1000, Duration.ofDays(1));
        UploadedFiles files = new UploadedFiles(data, database, new Events(), limits);
        table = new RunTable(database);
        folders = new RunFolders(services.laboratory(), data.folder("runs"));
        FileConfinement confined = new FileConfinement(services.laboratory(),
                new FileSettings(services.catalogue(), files));
        store = new SqlJobStore(table, new ModelLibrary(data, database, services.models(), limits), folders, confined, services,
                3, Duration.ofSeconds(60));
    }

    @AfterEach
    void close() throws Exception {
        database.close();
        data.close();
    }

    private void run(String id, int priority) {
        table.add(id,
                NewRun.of(id, services.experiments().write(TestLab.experiment(id, 5)), 5, priority, Optional.of(2.5), false),
                new RepeatKey("me", Optional.empty(), "h"));
    }

    private void model(String id, String state) {
        database.now(sql -> sql.update(
                "insert into models (id, name, state, recipe, dataset, seed, seconds, created, by_name, bytes,"
                        + " about) values (?, 'name', ?, 'patient', 'coins', 7, 1.5, ?, 'me', 0, '{}')",
                id, state, Instant.now()));
    }

    private static List<String> ids(List<JobRow> rows) {
        return rows.stream().map(JobRow::id).toList();
    }

    @Test
    void theNextJobHasTheHighestPriorityAndIsTheOldest() {
        run("b", 0);
        run("a", 0);
        run("c", 2);
        run("removed", 3);
        table.removed("removed", true);
        run("done", 3);
        store.state("done", State.DONE, "");
        model("m1", "queued");
        model("m2", "queued");
        assertEquals("c", store.next(Kind.RUN, List.of()).orElseThrow().id());
        assertEquals("b", store.next(Kind.RUN, List.of("c")).orElseThrow().id());
        assertEquals("a", store.next(Kind.RUN, List.of("b", "c")).orElseThrow().id());
        assertEquals(Optional.empty(), store.next(Kind.RUN, List.of("a", "b", "c")));
        assertEquals("m1", store.next(Kind.MODEL, List.of()).orElseThrow().id());
        assertEquals("m2", store.next(Kind.MODEL, List.of("m1")).orElseThrow().id());
        assertEquals(Optional.empty(), store.next(Kind.MODEL, List.of("m1", "m2")));
    }

    @Test
    void findsJobsByIdAndState() {
        run("b", 4);
        run("a", 0);
        model("m2", "learning");
        model("m1", "queued");
        model("m3", "ready");
        assertEquals(Optional.of(new JobRow("b", Kind.RUN, State.QUEUED, "", 4, 0)), store.find("b"));
        assertEquals(Optional.of(new JobRow("m2", Kind.MODEL, State.RUNNING, "", 0, 0)), store.find("m2"));
        assertEquals(Optional.empty(), store.find("none"));
        assertEquals(List.of("b", "a", "m1"), ids(store.in(State.QUEUED)));
        assertEquals(List.of("m2"), ids(store.in(State.RUNNING)));
        assertEquals(List.of("m3"), ids(store.in(State.DONE)));
        assertEquals(List.of(), ids(store.in(State.PAUSED)));
        table.removed("b", true);
        assertEquals(Optional.empty(), store.find("b"), "in the trash");
    }

    @Test
    void writesStatesWithTheirReasonAndTimes() {
        run("r", 0);
        store.state("r", State.WAITING, "a plugin");
        assertEquals("a plugin", store.find("r").orElseThrow().waitingFor());
        assertEquals(Optional.of("a plugin"), table.find("r").orElseThrow().waitingFor());
        store.state("r", State.RUNNING, "");
        QueuedRun running = table.find("r").orElseThrow();
        assertEquals(Optional.empty(), running.waitingFor());
        Instant started = running.started().orElseThrow();
        store.done("r", 3);
        store.remarks("r", List.of("a remark"));
        store.state("r", State.FAILED, "the disk is full" + "!".repeat(3000));
        QueuedRun failed = table.find("r").orElseThrow();
        assertTrue(failed.failure().orElseThrow().startsWith("the disk is full!"), failed::toString);
        assertTrue(failed.ended().isPresent());
        assertEquals(3, failed.done());
        assertEquals(List.of("a remark"), failed.remarks());
        store.state("r", State.QUEUED, "");
        store.state("r", State.RUNNING, "");
        QueuedRun again = table.find("r").orElseThrow();
        assertEquals(Optional.empty(), again.failure());
        assertEquals(Optional.empty(), again.ended());
        assertEquals(started, again.started().orElseThrow());
    }

    @Test
    void writesStatesOfModelsWithoutThePathOfTheServer() throws Exception {
        model("m", "queued");
        store.state("m", State.WAITING, "no file " + data.folder("data").resolve("a.csv"));
        assertEquals(Optional.of(new JobRow("m", Kind.MODEL, State.WAITING, "no file a.csv", 0, 0)), store.find("m"));
        store.state("m", State.RUNNING, "");
        assertEquals("", store.find("m").orElseThrow().waitingFor());
        store.state("m", State.FAILED, "x".repeat(9000));
        assertEquals(State.FAILED, store.find("m").orElseThrow().state());
    }

    @Test
    void aRunComputesItsExperimentOrContinuesItsFolder() throws Exception {
        run("r", 4);
        Files.createDirectories(folders.of("r"));
        JobSpec spec = store.spec("r");
        assertFalse(Files.exists(folders.of("r")), "a folder without a record is a leftover");
        assertEquals(new JobSpec(Kind.RUN, Optional.of(TestLab.experiment("r", 5)), spec.options(), Placement.ANY, 4), spec);
        assertEquals(Optional.of(folders.of("r")), spec.options().folder());
        assertEquals(3, spec.options().threads());
        assertEquals(5, spec.options().totalTrials().getAsInt());
        assertEquals(Duration.ofMillis(2500), spec.options().limit().orElseThrow());
        assertEquals(data.folder("data"), spec.options().base());

        services.laboratory().submit(TestLab.experiment("r", 5), spec.options()).close();
        assertEquals(Optional.empty(), store.spec("r").experiment());
        table.add("bad", NewRun.of("bad", "{\"dataset\":\"none\"}", 1, 0, Optional.empty(), false),
                new RepeatKey("me", Optional.empty(), "h"));
        assertThrows(ValidationException.class, () -> store.spec("bad"));
    }

    @Test
    void aModelIsLearnedHereFromAllData() throws Exception {
        model("m", "queued");
        JobSpec spec = store.spec("m");
        assertEquals(Kind.MODEL, spec.kind());
        assertEquals(Placement.LOCAL, spec.placement());
        assertEquals(7, spec.experiment().orElseThrow().seed());
        assertEquals("patient", spec.experiment().orElseThrow().recipes().get(0).text());
        assertEquals(DataPart.everything(), spec.options().part());
        assertEquals(Duration.ofMillis(1500), spec.options().limit().orElseThrow());
        assertEquals(data.folder("data"), spec.options().base());
        assertEquals(1, spec.options().threads());
    }

    @Test
    void limitsEveryStage() throws Exception {
        table.add("none",
                NewRun.of("none", services.experiments().write(TestLab.experiment("a", 1)), 1, 0, Optional.empty(), false),
                new RepeatKey("me", Optional.empty(), "h"));
        table.add("long",
                NewRun.of("long", services.experiments().write(TestLab.experiment("a", 1)), 1, 0, Optional.of(1e9), false),
                new RepeatKey("me", Optional.empty(), "h"));
        model("m", "queued");
        database.now(sql -> sql.update("update models set seconds = null"));
        for (String id : List.of("none", "long", "m")) {
            assertEquals(Optional.of(Duration.ofSeconds(60)), store.spec(id).options().limit(), id);
        }
    }

    @Test
    void reportsAnUnavailableDatabase() {
        database.close();
        assertThrows(JobStore.UnavailableException.class, () -> store.find("r"));
        assertThrows(JobStore.UnavailableException.class, () -> store.state("r", State.DONE, ""));
    }
}
