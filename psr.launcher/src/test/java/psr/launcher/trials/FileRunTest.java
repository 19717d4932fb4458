package psr.launcher.trials;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import psr.launcher.spi.NamedFiles;

class FileRunTest {

    @TempDir
    private Path folder;

    @Test
    void recordsTheFilesThatAreRead() throws Exception {
        Path text = Files.writeString(folder.resolve("b.txt"), "b");
        FileRun run = new FileRun(1, NamedFiles.in(folder), () -> false);
        assertEquals(text, run.file(Path.of("b.txt")));
        run.file(Path.of("a.txt"));
        run.file(Path.of("x/../b.txt"));
        run.file(folder);
        assertEquals(List.of(folder, folder.resolve("a.txt"), text).stream().map(Path::toAbsolutePath).toList(), run.files());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void rejectsFilesThatCanBeReadOnlyOnce() {
        FileRun run = new FileRun(1, NamedFiles.in(folder), () -> false);
        String message = assertThrows(IllegalArgumentException.class, () -> run.file(Path.of("/dev/null"))).getMessage();
        assertEquals("data must be in a regular file, because they are read more than once; /dev/null is a pipe or a device",
                message);
        assertEquals(List.of(), run.files());
    }

    @Test
    void isCancelledWithItsTrialAndUsesItsSeed() {
        boolean[] cancelled = {false};
        FileRun run = new FileRun(3, NamedFiles.in(folder), () -> cancelled[0]);
        assertTrue(run.iterated(1, () -> null));
        assertFalse(run.cancelled());
        cancelled[0] = true;
        assertFalse(run.iterated(2, () -> null));
        assertTrue(run.cancelled());
        assertEquals(new FileRun(3, NamedFiles.in(folder), () -> false).random("coins").nextLong(),
                run.random("coins").nextLong());
    }
}
