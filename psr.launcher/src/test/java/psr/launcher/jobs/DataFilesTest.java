package psr.launcher.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.RunOptions;
import psr.launcher.lab.Fakes;
import psr.launcher.runs.RunFolder;
import psr.launcher.runs.RunRecord;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.trials.BoundExperiment;

class DataFilesTest {

    /** SHA-256 of 'abc', from FIPS 180-2. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    private Path folder;

    private RunFolder create() {
        try (BoundExperiment bound =
                BoundExperiment.of(Fakes.experiment(1, "mean"), new PinnedServices(Fakes.all(), Fakes.holds(),
                        Selection.CURRENT))) {
            return RunFolder.create(folder.resolve("run"),
                    RunRecord.begin(bound, RunOptions.defaults(), Path.of(""), bound.versions()));
        }
    }

    @Test
    void hashesEachFileOnceAndRejectsChangedFiles() throws Exception {
        Path abc = Files.writeString(folder.resolve("abc"), "abc");
        Path empty = Files.createFile(folder.resolve("empty"));
        try (RunFolder run = create()) {
            DataFiles.check(run, List.of(abc));
            assertEquals(Map.of(abc.toString(), ABC), run.record().files());
            FileTime written = Files.getLastModifiedTime(run.path().resolve(RunRecord.FILE));
            Files.setLastModifiedTime(run.path().resolve(RunRecord.FILE), FileTime.fromMillis(written.toMillis() - 60_000));
            DataFiles.check(run, List.of(abc));
            assertEquals(written.toMillis() - 60_000,
                    Files.getLastModifiedTime(run.path().resolve(RunRecord.FILE)).toMillis(), "nothing new, nothing written");
            DataFiles.check(run, List.of(empty, abc));
            assertEquals(2, run.record().files().size());
            assertEquals(2, RunRecord.read(run.path()).files().size(), "it stands in the folder too");
            DataFiles.check(run.record());

            Files.writeString(abc, "abd");
            Files.setLastModifiedTime(abc, FileTime.fromMillis(1));
            String message = assertThrows(IllegalArgumentException.class, () -> DataFiles.check(run, List.of(abc)))
                    .getMessage();
            assertTrue(message.contains(abc + " was ba7816bf… and is a52d159f…"), message);
            assertEquals(message, assertThrows(IllegalArgumentException.class, () -> DataFiles.check(run.record()))
                    .getMessage());

            Files.writeString(abc, "longer");
            Files.setLastModifiedTime(abc, FileTime.fromMillis(1));
            assertThrows(IllegalArgumentException.class, () -> DataFiles.check(run.record()), "of another size");

            Files.delete(abc);
            String gone = assertThrows(IllegalArgumentException.class, () -> DataFiles.check(run.record())).getMessage();
            assertTrue(gone.startsWith("a run must continue with the data it began with; " + abc + " cannot be read"), gone);
        }
    }
}
