package psr.launcher.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Recipe;
import psr.api.lab.SavedRun;
import psr.api.lab.ServiceKind;
import psr.api.lab.Shard;
import psr.api.lab.TrialResult;

/** A run folder of format 2, which an earlier version wrote. */
class EarlierFolderTest {

    @TempDir
    private Path folder;

    private static Path earlier() throws Exception {
        return Path.of(EarlierFolderTest.class.getResource("format-2").toURI());
    }

    @Test
    void readsAllFields() throws Exception {
        SavedRunFolder run = SavedRunFolder.open(earlier());
        assertEquals(new Shard(1, 2), run.share());
        assertEquals("2026-11-18T20:36:29Z", run.started());
        assertEquals(List.of("2sr", "2sr+ig:horizon=2,passes=1,rate=1e-2"),
                run.results().experiment().recipes().stream().map(Recipe::text).toList());
        assertEquals(2, run.results().finishedTrials());
        assertEquals(Optional.of("1e-2"), run.results().rates().get(0).rate());
        int curves = 0;
        for (TrialResult result : run.results().trials()) {
            curves += result.curve().size();
        }
        assertEquals(8, curves);
    }

    @Test
    void writesServicesAsObjects() throws Exception {
        RunRecord read = RunRecord.read(earlier());
        read.write(folder);
        RunRecord again = RunRecord.read(folder);
        assertEquals(List.of(new SavedRun.Service(ServiceKind.DATASET, "ring", "psr.datasets", "1.0.0"),
                new SavedRun.Service(ServiceKind.METRIC, "pnll", "psr.eval", "1.0.0"),
                new SavedRun.Service(ServiceKind.LEARNER, "2sr", "psr.spectral", "1.0.0"),
                new SavedRun.Service(ServiceKind.REFINER, "ig", "psr.gradients", "1.0.0")), again.services());
        assertEquals(read.services(), again.services());
        assertEquals(read.fingerprint(), again.fingerprint());
        assertEquals(read.rates(), again.rates());
        assertEquals(read.provenance(), again.provenance());
        assertEquals(Path.of("/"), again.base());
        String text = Files.readString(folder.resolve(RunRecord.FILE));
        assertTrue(text.startsWith("{\n  \"format\" : 3,\n"), text);
        assertTrue(text.contains("\"kind\" : \"dataset\""), text);
    }
}
