package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.ModelStore;
import psr.api.lab.Submission.State;
import psr.api.settings.Schema;
import psr.server.LabServer;
import psr.server.LabServices;
import psr.server.ServerSettings;
import psr.server.TestLab;
import psr.server.http.RepeatKey;
import psr.server.store.Store;

/** A run that ends the server again and again. */
class HeldRunTest {

    @TempDir
    Path folder;

    @Test
    void aRunThatWasActiveInThreeAbnormalEndsIsHeld() throws Exception {
        LabServices services = new TestLab().services(TestLab.idle(ModelStore.class), folder);
        try (Store store = Store.open(Optional.empty(), folder)) {
            RunTable table = new RunTable(store);
            String experiment = services.experiments().write(TestLab.experiment("none", 1));
            for (String id : List.of("bad", "good")) {
                table.add(id, NewRun.of(id, experiment, 1, 0, Optional.empty(), false),
                        new RepeatKey("me", Optional.empty(), "h"));
                table.state(id, State.RUNNING, "");
            }
        }
        Files.writeString(folder.resolve("active"), "bad 2 0\ngood 1 0\n");
        ServerSettings settings = Schema.of(ServerSettings.class).parse(Map.of("data", folder.toString()), "serve");
        try (LabServer server = new LabServer(settings, folder, services, "1.0.0")) {
            List<String> lines = server.begin();
            assertTrue(
                    lines.contains("held until they are resumed, because they were active in the last 3 abnormal ends of the"
                            + " server: bad"),
                    lines::toString);
            assertTrue(Files.exists(folder.resolve("active")));
        }
        assertFalse(Files.exists(folder.resolve("active")), "that was a normal end");
        try (Store store = Store.open(Optional.empty(), folder)) {
            QueuedRun held = new RunTable(store).find("bad").orElseThrow();
            assertEquals(State.PAUSED, held.state());
            assertEquals(
                    List.of("the server has ended abnormally 3 times in a row while this was computed; resume it to try again"),
                    held.remarks());
            assertNotEquals(State.PAUSED, new RunTable(store).find("good").orElseThrow().state());
        }
    }
}
