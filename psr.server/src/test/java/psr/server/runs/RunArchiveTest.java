package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.ModelStore;
import psr.api.lab.RunOptions;
import psr.api.lab.Submission;
import psr.api.lab.Submission.State;
import psr.api.settings.ValidationException;
import psr.server.LabServices;
import psr.server.TestLab;

/** Run folders as zip files. */
class RunArchiveTest {

    @TempDir
    Path folder;
    private RunFolders folders;
    private RunArchive archive;

    /** A run of two trials, with its tables. */
    @BeforeEach
    void run() throws Exception {
        TestLab lab = new TestLab();
        LabServices services = lab.services(TestLab.idle(ModelStore.class), folder);
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
}
