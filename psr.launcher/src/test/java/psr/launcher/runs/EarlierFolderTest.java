package psr.launcher.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Recipe;
import psr.api.lab.Shard;
import psr.api.lab.TrialResult;

/** Opens a run folder of format 2, which was written with a mapping by hand. */
class EarlierFolderTest {

    @TempDir
    private Path folder;

    private static Path earlier() throws Exception {
        return Path.of(EarlierFolderTest.class.getResource("format-2").toURI());
    }

    @Test
    void opensWithEverythingInIt() throws Exception {
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
    void isWrittenAgainAsItWas() throws Exception {
        RunRecord.read(earlier()).write(folder);
        assertEquals(Files.readString(earlier().resolve(RunRecord.FILE)), Files.readString(folder.resolve(RunRecord.FILE)));
    }
}
