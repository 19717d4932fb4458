package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Submission.State;
import psr.launcher.spi.JobRow;
import psr.launcher.spi.JobSpec;

class AbnormalEndsTest {

    @TempDir
    Path folder;

    private static JobRow row(String id, int done) {
        return new JobRow(id, JobSpec.Kind.RUN, State.RUNNING, "", 0, done);
    }

    /** The ids of the held jobs at a start after these jobs were active. */
    private List<String> start(JobRow... active) throws Exception {
        return new AbnormalEnds(folder.resolve("active")).begin(Arrays.asList(active)).stream().map(JobRow::id).toList();
    }

    @Test
    void holdsAJobThatWasActiveInThreeAbnormalEnds() throws Exception {
        assertEquals(List.of(), start(row("a", 2), row("b", 0)), "the first start follows no end");
        assertEquals(List.of(), start(row("a", 2), row("b", 0)));
        assertEquals(List.of(), start(row("a", 2), row("b", 1)));
        assertEquals(List.of("a"), start(row("a", 2), row("b", 1)), "b has finished a trial");
        assertEquals(List.of("b"), start(row("a", 2), row("b", 1)), "a was released");
        assertEquals(List.of(), start(row("a", 2)));
        assertEquals(List.of("a"), start(row("a", 2)));
    }

    @Test
    void aNormalEndBeginsTheCountAgain() throws Exception {
        start(row("a", 0));
        start(row("a", 0));
        start(row("a", 0));
        new AbnormalEnds(folder.resolve("active")).end();
        for (int i = 0; i < 3; i++) {
            assertEquals(List.of(), start(row("a", 0)));
        }
        assertEquals(List.of("a"), start(row("a", 0)));
    }

    @Test
    void readsADamagedFile() throws Exception {
        Files.writeString(folder.resolve("active"), "a 2\na x 0\n\na 2 0\nb 99999999999 1\n");
        assertEquals(List.of("a"), start(row("a", 0), row("b", 0)));
    }
}
