package psr.server.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import psr.server.DataFolder;
import psr.server.events.Events;
import psr.server.http.Listing;
import psr.server.http.ProblemException;
import psr.server.store.Store;
import psr.server.store.StoreAwayException;

class UploadedFilesTest {

    private static final Duration WEEK = Duration.ofDays(7);

    @TempDir
    Path folder;

    private DataFolder data;
    private Store store;
    private UploadedFiles files;

    /** The database that is tried. */
    Store database() throws Exception {
        return Store.open(Optional.empty(), folder);
    }

    @BeforeEach
    void open() throws Exception {
        data = DataFolder.open(folder);
        store = database();
        files = files(1000);
    }

    @AfterEach
    void close() throws Exception {
        store.close();
        data.close();
    }

    private UploadedFiles files(long all) throws IOException {
        return new UploadedFiles(data, store, new Events(), new UploadedFiles.Limits(500, all, WEEK));
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private UploadedFile put(String name, String text, String... match) throws IOException {
        return files.put(name, bytes(text), Stream.of(match).findFirst(), "me").file();
    }

    private String content(String name) throws IOException {
        return Files.readString(files.folder().resolve(name));
    }

    private int status(ThrowingAction action) {
        return assertThrows(ProblemException.class, action::run).problem().status();
    }

    private interface ThrowingAction {

        void run() throws Exception;
    }

    private List<String> names(boolean removed) {
        return files.list(new Listing(10, ""), removed).stream().map(UploadedFile::name).toList();
    }

    @Test
    void keepsBytesAndTheirHash() throws Exception {
        UploadedFile file = put("a.csv", "abc");
        assertEquals("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", file.sha256());
        assertEquals(3, file.bytes());
        assertEquals("abc", content("a.csv"));
        assertEquals(List.of("a.csv"), names(false));
    }

    @Test
    void keepsNothingOfABodyThatBreaksOff() throws Exception {
        InputStream broken = new SequenceInputStream(bytes("abc"), new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("gone");
            }
        });
        assertThrows(IOException.class, () -> files.put("a.csv", broken, Optional.empty(), "me"));
        assertFalse(files.has("a.csv"));
        try (Stream<Path> left = Files.walk(folder.resolve("trash"))) {
            assertEquals(1, left.count(), "nothing but the folder");
        }
    }

    @Test
    void refusesNamesThatLeadElsewhere() {
        for (String name : List.of("..", "../a", "a/b", "/etc/passwd", ".hidden", "", "a b", "a\u0000b", "x".repeat(101), "-a")) {
            assertEquals(400, status(() -> put(name, "abc")), name);
        }
        assertFalse(files.has("../token"));
    }

    @Test
    void replacesOnlyContentThatTheClientNames() throws Exception {
        UploadedFile first = put("a.csv", "abc");
        assertEquals(first.id(), put("a.csv", "abc").id());
        assertEquals(409, status(() -> put("a.csv", "def")));
        assertEquals(412, status(() -> put("a.csv", "def", "\"another\"")));
        assertEquals(412, status(() -> put("b.csv", "def", "*")));
        assertEquals("abc", content("a.csv"));
        put("a.csv", "def", first.tag());
        assertEquals("def", content("a.csv"));
        assertEquals(List.of("a.csv"), names(true));
        files.remove("a.csv", Optional.empty());
        assertEquals("def", restored(), "the one removed last comes back first");
    }

    private String restored() throws IOException {
        files.restore("a.csv");
        return content("a.csv");
    }

    @Test
    void restoresWhatWasRemovedUntilTheTrashIsEmptied() throws Exception {
        put("a.csv", "abc");
        files.remove("a.csv", Optional.empty());
        assertFalse(files.has("a.csv"));
        assertEquals(404, status(() -> files.file("a.csv")));
        assertEquals(0, files.sweep(Instant.now()));
        assertEquals("abc", restored());
        assertEquals(409, status(() -> files.restore("a.csv")));
        files.remove("a.csv", Optional.empty());
        assertEquals(1, files.sweep(Instant.now().plus(WEEK).plusSeconds(1)));
        assertEquals(404, status(() -> files.restore("a.csv")));
        try (Stream<Path> left = Files.list(folder.resolve("trash"))) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void rejectsFilesBeyondTheLimits() throws Exception {
        files = files(5);
        put("a.csv", "abc");
        assertEquals(413, status(() -> put("b.csv", "abc")));
        assertFalse(Files.exists(files.folder().resolve("b.csv")));
        files.remove("a.csv", Optional.empty());
        assertEquals(413, status(() -> put("b.csv", "abc")), "the trash counts, too");
        files.sweep(Instant.now().plus(WEEK).plusSeconds(1));
        put("b.csv", "abc");
    }

    @Test
    void keepsFilesThatAreInUse() throws Exception {
        UploadedFile file = put("a.csv", "abc");
        files.addUser(name -> name.equals("a.csv") ? Optional.of("a model") : Optional.empty());
        assertEquals(409, status(() -> files.remove("a.csv", Optional.empty())));
        assertEquals(409, status(() -> put("a.csv", "def", file.tag())));
        assertEquals("abc", content("a.csv"));
        put("b.csv", "abc");
        files.remove("b.csv", Optional.empty());
    }

    /** The database goes when the last question before the move is asked. */
    @Test
    void changesNothingWhenTheDatabaseGoesAway() throws Exception {
        UploadedFile file = put("a.csv", "abc");
        for (ThrowingAction action : List.<ThrowingAction>of(() -> put("a.csv", "def", file.tag()),
                () -> files.remove("a.csv", Optional.empty()))) {
            files.addUser(name -> {
                store.close();
                return Optional.empty();
            });
            assertThrows(StoreAwayException.class, action::run);
            assertEquals("abc", content("a.csv"));
            store = database();
            files = files(1000);
            assertEquals(List.of(), files.recover());
            assertEquals(List.of("a.csv"), names(false));
        }
    }

    /** As a process leaves it that ends between two steps. */
    @Test
    void agreesWithItsFolderAfterEndingAnywhere() throws Exception {
        UploadedFile removed = put("removed.csv", "abc");
        Files.move(files.folder().resolve("removed.csv"), folder.resolve("trash/data-" + removed.id()));
        UploadedFile back = put("back.csv", "def");
        files.remove("back.csv", Optional.empty());
        Files.move(folder.resolve("trash/data-" + back.id()), files.folder().resolve("back.csv"));
        Files.writeString(files.folder().resolve("moved.csv"), "ghi");
        Files.writeString(folder.resolve("trash/half.part"), "gh");
        assertEquals(3, files.recover().size());
        assertEquals(List.of("removed.csv"), names(true));
        assertEquals(List.of("back.csv", "moved.csv"), names(false).stream().sorted().toList());
        assertFalse(Files.exists(folder.resolve("trash/half.part")));
        assertEquals(List.of(), files.recover());
        assertTrue(files.has("moved.csv"));
    }
}
