package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import psr.api.lab.ModelStore;
import psr.api.lab.RunOptions;
import psr.api.lab.Submission;
import psr.api.lab.Submission.State;
import psr.api.settings.ValidationException;
import psr.server.LabServices;
import psr.server.TestLab;
import psr.server.http.ProblemException;

/** Run folders as zip files. */
class RunArchiveTest {

    @TempDir
    Path folder;
    private LabServices services;
    private RunFolders folders;
    private RunArchive archive;

    /** A run of two trials, with its tables. */
    @BeforeEach
    void run() throws Exception {
        TestLab lab = new TestLab();
        services = lab.services(TestLab.idle(ModelStore.class), folder);
        folders = new RunFolders(services.laboratory(), Files.createDirectories(folder.resolve("runs")));
        archive = new RunArchive(folders, new RunRequest(services, null), services);
        lab.permits.release(2);
        try (Submission run = services.laboratory().submit(TestLab.experiment("none", 2),
                RunOptions.builder().folder(folders.of("first")).threads(1).build())) {
            run.await();
        }
    }

    private Map<String, byte[]> exported() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        QueuedRun run =
                new QueuedRun("first", 1, "first", "{}", State.DONE, Optional.empty(), Optional.empty(), 0, Optional.empty(),
                        Instant.EPOCH, Optional.empty(), Optional.empty(), 2, 2, "me", List.of(), Optional.empty(),
                        QueuedRun.Labels.NONE);
        archive.write(run, bytes);
        Map<String, byte[]> files = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            for (ZipEntry entry; (entry = zip.getNextEntry()) != null;) {
                files.put(entry.getName(), zip.readAllBytes());
            }
        }
        return files;
    }

    private NewRun imported(Map<String, byte[]> files) throws IOException {
        Path file = folder.resolve("edited.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, byte[]> each : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(each.getKey()));
                zip.write(each.getValue());
            }
        }
        return archive.read(file, "second", Optional.empty());
    }

    @Test
    void writesTheTablesOfAnImportedRunFromItsTrials() throws IOException {
        Map<String, byte[]> files = exported();
        for (String edited : List.of("summary.csv", "times.csv", "report.html", "claims.csv", "figure.svg")) {
            files.put("first/" + edited, "<script>alert(1)</script>".getBytes(StandardCharsets.UTF_8));
        }
        assertEquals(State.DONE, imported(files).state());
        assertEquals(List.of("experiment.json", "summary.csv", "times.csv", "trials.jsonl"),
                folders.files("second").stream().map(Path::toString).toList());
        for (Path file : folders.files("first")) {
            assertArrayEquals(Files.readAllBytes(folders.of("first").resolve(file)),
                    Files.readAllBytes(folders.of("second").resolve(file)), file.toString());
        }
    }

    @Test
    void checksTheNamesOfFilesThatItDoesNotUse() throws IOException {
        Map<String, byte[]> files = exported();
        files.put("first/a/b/c/summary.csv", new byte[0]);
        assertThrows(ValidationException.class, () -> imported(files));
    }

    /** Runs the action: a damaged file is either rejected with a message or the damage has no effect. */
    private static boolean rejected(String what, Callable<?> work) throws Exception {
        try {
            work.call();
            return false;
        } catch (IOException | UncheckedIOException | IllegalArgumentException | ProblemException e) {
            assertFalse(e.getMessage() == null || e.getMessage().isBlank(), what);
            return true;
        }
    }

    /** {@code mvn verify -Pattack} damages every byte. */
    private static final int STEP = Integer.getInteger("psr.fuzz", 1) > 1 ? 1 : 13;

    @ParameterizedTest
    @ValueSource(strings = {RunFolders.RECORD, RunFolders.TRIALS})
    void rejectsDamagedFilesOfARun(String name) throws Exception {
        Path copy = Files.createDirectories(folder.resolve("copy"));
        for (Path file : folders.files("first")) {
            Files.copy(folders.of("first").resolve(file), copy.resolve(file));
        }
        byte[] whole = Files.readAllBytes(copy.resolve(name));
        SplittableRandom random = new SplittableRandom(7);
        int rejected = 0;
        for (int at = 0; at < whole.length; at += STEP) {
            byte[] wrong = whole.clone();
            wrong[at] ^= (byte) random.nextInt(1, 256);
            Files.write(copy.resolve(name), wrong);
            rejected += rejected("byte " + at, () -> services.laboratory().open(copy).results().summary()) ? 1 : 0;
            Files.write(copy.resolve(name), Arrays.copyOf(whole, at));
            rejected += rejected("cut at " + at, () -> services.laboratory().open(copy).results().summary()) ? 1 : 0;
        }
        assertTrue(rejected > whole.length / STEP / 2, () -> "of " + 2 * whole.length / STEP + " damages too few are noticed");
    }

    @Test
    void rejectsDamagedArchives() throws Exception {
        imported(exported());
        byte[] whole = Files.readAllBytes(folder.resolve("edited.zip"));
        SplittableRandom random = new SplittableRandom(7);
        int rejected = 0;
        Path file = folder.resolve("damaged.zip");
        for (int at = 0; at < whole.length; at += STEP) {
            byte[] wrong = whole.clone();
            wrong[at] ^= (byte) random.nextInt(1, 256);
            Files.write(file, wrong);
            String id = "copy" + at;
            rejected += rejected("byte " + at, () -> archive.read(file, id, Optional.empty())) ? 1 : 0;
        }
        assertTrue(rejected > 0);
        try (Stream<Path> left = Files.list(folders.folder())) {
            assertEquals(List.of(), left.filter(each -> each.getFileName().toString().startsWith(".")).toList());
        }
    }
}
