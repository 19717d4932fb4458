package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.ModelStore;
import psr.api.lab.RunOptions;
import psr.api.lab.Submission;
import psr.api.lab.Submission.State;
import psr.server.LabServices;
import psr.server.TestLab;
import psr.server.http.RepeatKey;
import psr.server.store.Store;

/** Run folders without a row in the database. */
class UntrackedRunsTest {

    @TempDir
    Path folder;
    private Store store;
    private RunTable table;
    private RunFolders folders;
    private UntrackedRuns found;
    private final TestLab lab = new TestLab();
    private LabServices services;

    /** The database of the test. */
    Store database() throws Exception {
        return Store.open(Optional.empty(), folder);
    }

    @BeforeEach
    void open() throws Exception {
        store = database();
        table = new RunTable(store);
        services = lab.services(TestLab.idle(ModelStore.class), folder);
        folders = new RunFolders(services.laboratory(), Files.createDirectories(folder.resolve("runs")));
        found = new UntrackedRuns(table, folders, new RunRequest(services, null));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void make(String id, int trials, int done, boolean summary) throws Exception {
        lab.permits.release(done);
        try (Submission run = services.laboratory().submit(TestLab.experiment("none", trials),
                RunOptions.builder().folder(folders.of(id)).threads(1).report(summary).build())) {
            while (run.results().finishedTrials() < done) {
                Thread.sleep(1);
            }
            if (done < trials) {
                run.cancel();
            }
            run.await();
        }
        if (!summary) {
            Files.deleteIfExists(folders.of(id).resolve("summary.csv"));
        }
    }

    @Test
    void continuesARunWithoutARow() throws Exception {
        make("half", 3, 2, false);
        make("whole", 2, 2, true);
        make("unreported", 2, 2, false);
        table.add("known", NewRun.of("known", "1", 1, 0, Optional.empty(), false), new RepeatKey("me", Optional.empty(), "h"));
        make("known", 1, 0, false);
        assertEquals(List.of("taken in: 3 run folders that no run knew: half, unreported, whole"), found.takeIn());
        QueuedRun half = table.find("half").orElseThrow();
        assertEquals(State.QUEUED, half.state());
        assertEquals(2, half.done());
        assertEquals(3, half.total());
        assertEquals("found in the folder", half.by());
        assertTrue(half.remarks().get(0).startsWith("taken in from its folder at the start"), half.remarks()::toString);
        assertEquals(State.DONE, table.find("whole").orElseThrow().state());
        assertEquals(State.QUEUED, table.find("unreported").orElseThrow().state());
        assertEquals("known", table.find("known").orElseThrow().name());
        assertEquals(List.of(), found.takeIn());
    }

    /** A copied database has no counter, and a killed process may lose it. */
    @Test
    void numbersContinueAfterTheHighest() throws Exception {
        RepeatKey requestKey = new RepeatKey("me", Optional.empty(), "h");
        table.add("one", NewRun.of("one", "1", 1, 0, Optional.empty(), false), requestKey);
        table.add("two", NewRun.of("two", "1", 1, 0, Optional.empty(), false), requestKey);
        store.now(sql -> sql.update("alter table runs alter column number restart with 1"));
        found.takeIn();
        table.add("three", NewRun.of("three", "1", 1, 0, Optional.empty(), false), requestKey);
        assertEquals(3, table.find("three").orElseThrow().number());
    }

    @Test
    void leavesFoldersWithoutARunUnchanged() throws Exception {
        Files.createDirectories(folders.of("empty"));
        make("broken", 1, 0, false);
        Files.writeString(folders.of("broken").resolve(RunFolders.RECORD), "no number");
        make("a run", 1, 0, false);
        List<String> lines = found.takeIn();
        assertEquals(3, lines.size(), lines::toString);
        assertTrue(lines.get(1).startsWith("left alone: the folder runs/broken, which no run knows: "), lines::toString);
        assertEquals("left alone: the folder runs/empty, which no run knows: there is no experiment.json in it", lines.get(2));
        assertTrue(Files.isDirectory(folders.of("empty")));
        assertTrue(table.find("broken").isEmpty());
    }

    @Test
    void importsNeitherRemovedNorDeletedRuns() throws Exception {
        table.add("removed", NewRun.of("removed", "1", 1, 0, Optional.empty(), false),
                new RepeatKey("me", Optional.empty(), "h"));
        make("removed", 1, 1, true);
        table.removed("removed", true);
        // The server was killed during a deletion and during an import.
        make("deleted", 1, 1, true);
        folders.discard("deleted");
        Files.createDirectories(folders.folder().resolve(".import-x"));
        Files.writeString(folders.folder().resolve(".import-x.zip"), "half");
        assertEquals(List.of(), found.takeIn());
        assertTrue(table.find("removed").orElseThrow().removed().isPresent());
        try (var left = Files.list(folders.folder())) {
            assertEquals(List.of(folders.of("removed")), left.toList());
        }
        new RunTrash(table, folders, Duration.ZERO, 0).clean(id -> false);
        assertFalse(Files.exists(folders.of("removed")));
        assertTrue(table.find("removed").isEmpty());
        assertEquals(List.of(), found.takeIn());
    }
}
