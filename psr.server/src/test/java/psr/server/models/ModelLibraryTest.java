package psr.server.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

import com.fasterxml.jackson.databind.node.ObjectNode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.ModelStore;
import psr.api.lab.Submission.State;
import psr.server.DataFolder;
import psr.server.data.UploadedFiles;
import psr.server.http.Json;
import psr.server.http.Listing;
import psr.server.http.ProblemException;
import psr.server.http.RepeatKey;
import psr.server.store.Store;

/** Models in the database, in memory, and in sessions. */
class ModelLibraryTest {

    private static final Duration IDLE = Duration.ofMinutes(10);

    @TempDir
    Path folder;

    private final Examples.CountingStore files = new Examples.CountingStore();
    private final SetClock clock = new SetClock();
    private DataFolder data;
    private Store store;
    private ModelLibrary models;
    private ModelCache opened;
    private PredictionSessions sessions;

    /** A clock that a test sets. */
    private static final class SetClock extends Clock {

        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    /** The database of the test. */
    Store database() throws Exception {
        return Store.open(Optional.empty(), folder);
    }

    @BeforeEach
    void open() throws Exception {
        data = DataFolder.open(folder);
        store = database();
        models = new ModelLibrary(data, store, files.store(), new UploadedFiles.Limits(1000, 1000, Duration.ofDays(7)));
        opened = new ModelCache(models, 2, 1000);
        sessions = new PredictionSessions(opened, 3, IDLE, clock);
    }

    @AfterEach
    void close() throws Exception {
        store.close();
        data.close();
    }

    private static RepeatKey key(String key, String hash) {
        return new RepeatKey("me", Optional.ofNullable(key), hash);
    }

    private static SavedModel model(String id, State state) {
        return new SavedModel(id, "a name", state, Optional.empty(), "em", "ring", 5, OptionalDouble.of(2.5), Instant.now(),
                Optional.empty(),
                "me", 0, "{}", Optional.empty());
    }

    private void bring(String id) throws Exception {
        models.bring(model(id, State.DONE), Examples.model(), key(null, "h"));
    }

    private static int status(Action action) {
        return assertThrows(ProblemException.class, action::run).problem().status();
    }

    private interface Action {

        void run() throws Exception;
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.read(text.replace('\'', '"'));
    }

    @Test
    void storesTheDescriptionOfAModel() throws Exception {
        bring("m1");
        SavedModel known = models.model("m1");
        assertEquals(2.5, known.seconds().getAsDouble());
        ObjectNode json = known.json(SavedModel.Advance.NONE);
        assertEquals("ready", json.get("state").asText());
        assertEquals("hmm", json.get("kind").asText());
        assertEquals(3, json.get("alphabet").get("size").asInt());
        assertEquals("<end>", json.get("alphabet").get("end").asText());
        assertEquals("1", json.get("provenance").get("seed").asText());
        assertEquals(1, json.get("progress").get("share").asDouble());
    }

    @Test
    void writesTheStateOfItsJob() throws Exception {
        models.add(model("m1", State.QUEUED), key(null, "h"));
        assertEquals(409, status(() -> models.ready("m1")));
        models.state("m1", State.WAITING, "no learner named 'em'");
        ObjectNode waiting = models.model("m1").json(SavedModel.Advance.NONE);
        assertEquals("waiting", waiting.get("state").asText());
        assertEquals("no learner named 'em'", waiting.get("waiting-for").asText());
        assertTrue(waiting.get("failure").isNull());
        models.state("m1", State.RUNNING, "");
        SavedModel.Advance advance = new SavedModel.Advance(.5, "pass 3");
        ObjectNode learning = models.model("m1").json(advance);
        assertEquals("learning", learning.get("state").asText());
        assertTrue(learning.get("waiting-for").isNull());
        assertEquals("pass 3", learning.get("progress").get("doing").asText());
        models.complete("m1", Examples.model());
        models.state("m1", State.DONE, "");
        SavedModel ready = models.ready("m1");
        assertTrue(ready.ended().isPresent());
        assertTrue(ready.about().contains("\"created-by\":\"server\""), ready.about());
        // Progress may be delivered late.
        assertEquals("", ready.json(advance).get("progress").get("doing").asText());
        assertEquals(404, status(() -> models.ready("m2")));
    }

    @Test
    void findsUnfinishedModelsAndImportsFiles() throws Exception {
        models.add(model("m1", State.RUNNING), key(null, "h"));
        models.add(model("m2", State.QUEUED), key(null, "h"));
        models.add(model("m3", State.FAILED), key(null, "h"));
        bring("m4");
        files.store().save(models.file("m8"), Examples.model(), ModelStore.Encoding.JSON);
        Files.writeString(models.file("m9"), "left");
        Files.writeString(models.part("m9", ".npz"), "left");
        List<String> lines = models.recover();
        assertEquals(2, lines.size(), lines::toString);
        assertEquals("taken in: the file models/m8.json, which no model knew", lines.get(0));
        assertTrue(lines.get(1).startsWith("left alone: the file models/m9.json, which no model knows: "), lines::toString);
        SavedModel imported = models.ready("m8");
        assertEquals("found in the folder", imported.by());
        assertEquals("taken in from its file at the start", imported.name());
        assertEquals(models.model("m4").about(), imported.about());
        assertEquals(List.of("m1", "m2"), models.underWay().stream().map(SavedModel::id).toList());
        assertTrue(Files.exists(models.file("m9")));
        assertFalse(Files.exists(models.part("m9", ".npz")));
        assertTrue(Files.exists(models.file("m4")));
    }

    @Test
    void recognizesRepeatedRequests() {
        models.add(model("m1", State.QUEUED), key("k", "h"));
        assertEquals("m1", models.add(model("m2", State.QUEUED), key("k", "h")).id());
        assertEquals(422, status(() -> models.add(model("m3", State.QUEUED), key("k", "other"))));
        assertEquals("m4", models.add(model("m4", State.QUEUED), key("another", "h")).id());
        assertEquals(List.of("m4", "m1"), models.list(new Listing(10, ""), false).stream().map(SavedModel::id).toList());
    }

    @Test
    void restoresModelsUntilTheTrashIsEmptied() throws Exception {
        bring("m1");
        models.remove("m1");
        assertEquals(404, status(() -> models.ready("m1")));
        assertEquals(0, models.sweep(Instant.now()));
        models.restore("m1");
        models.ready("m1");
        models.remove("m1");
        assertEquals(1, models.sweep(Instant.now().plus(Duration.ofDays(8))));
        assertEquals(404, status(() -> models.model("m1")));
        assertFalse(Files.exists(models.file("m1")));
    }

    @Test
    void readsEachModelOnceAndEvictsTheOldest() throws Exception {
        for (String id : List.of("m1", "m2", "m3")) {
            bring(id);
        }
        assertSame(opened.open("m1"), opened.open("m1"));
        assertEquals(1, files.loads.get());
        opened.open("m2");
        opened.open("m1");
        opened.open("m3");
        assertEquals(2, opened.size());
        opened.open("m1");
        assertEquals(3, files.loads.get(), "m1 was used after m2");
        opened.open("m2");
        assertEquals(4, files.loads.get());
    }

    @Test
    void keepsModelsOfSessionsInMemory() throws Exception {
        for (String id : List.of("m1", "m2", "m3")) {
            bring(id);
        }
        String session = sessions.begin("m1", json("{}")).get("id").asText();
        opened.open("m2");
        opened.open("m3");
        opened.open("m1");
        assertEquals(3, files.loads.get());
        sessions.begin("m2", json("{}"));
        assertEquals(429, status(() -> sessions.begin("m3", json("{}"))));
        sessions.end("m1", session);
        sessions.begin("m3", json("{}"));
    }

    @Test
    void sessionsWalkAsPrefixesDo() throws Exception {
        bring("m1");
        String id = sessions.begin("m1", json("{'prefix':['a']}")).get("id").asText();
        ObjectNode after = sessions.walk("m1", id, json("{'symbols':['b','b']}"));
        assertEquals(Predictions.predict(opened.open("m1"), json("{'prefix':['a','b','b']}")).get("distribution"),
                after.get("distribution"));
        assertEquals(3, after.get("symbols").asInt());
        assertEquals(422, status(() -> sessions.walk("m1", id, json("{'symbols':['a','x']}"))));
        assertEquals(400, status(() -> sessions.walk("m1", id, json("{}"))));
        assertEquals(after.get("distribution"), sessions.show("m1", id).get("distribution"));
        assertEquals(404, status(() -> sessions.walk("m2", id, json("{'symbol':'a'}"))), "of that model");
    }

    @Test
    void unusedSessionsEnd() throws Exception {
        bring("m1");
        String used = sessions.begin("m1", json("{}")).get("id").asText();
        String idle = sessions.begin("m1", json("{}")).get("id").asText();
        assertNotEquals(used, idle);
        clock.now = clock.now.plus(IDLE).minusSeconds(1);
        sessions.walk("m1", used, json("{'symbol':'a'}"));
        clock.now = clock.now.plusSeconds(2);
        sessions.expire();
        assertEquals(410, status(() -> sessions.walk("m1", idle, json("{'symbol':'a'}"))));
        sessions.walk("m1", used, json("{'symbol':'a'}"));
        assertEquals(1, sessions.size());
        assertEquals(404, status(() -> sessions.show("m1", "never")));
    }

    @Test
    void limitsTheNumberOfSessions() throws Exception {
        bring("m1");
        for (int i = 0; i < 3; i++) {
            sessions.begin("m1", json("{}"));
        }
        assertEquals(429, status(() -> sessions.begin("m1", json("{}"))));
        sessions.endAll("m1");
        assertEquals(0, sessions.size());
        sessions.begin("m1", json("{}"));
    }
}
