package psr.launcher.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {

    @TempDir
    Path folder;

    @Test
    void locksAFolderOnceAndRecordsTheHolder() throws Exception {
        FolderLock lock = FolderLock.take(folder).orElseThrow();
        assertTrue(FolderLock.take(folder).isEmpty());
        assertEquals(Optional.of("this process"), FolderLock.holder(folder));
        assertEquals(Long.toString(ProcessHandle.current().pid()), Files.readString(folder.resolve(".lock-holder")).strip());
        lock.close();
        assertEquals(Optional.empty(), FolderLock.holder(folder));
        assertFalse(Files.exists(folder.resolve(".lock-holder")));
    }

    /** Locks a folder until its input ends. */
    public static final class Other {

        public static void main(String[] folder) throws Exception {
            FolderLock lock = FolderLock.take(Path.of(folder[0])).orElseThrow();
            System.out.println("locked");
            System.in.read();
            lock.close();
        }
    }

    @Test
    void namesTheProcessThatHoldsTheLock() throws Exception {
        Process other = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Other.class.getName(), folder.toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            assertEquals('l', other.getInputStream().read());
            assertEquals(Optional.of("process " + other.pid()), FolderLock.holder(folder));
            assertTrue(FolderLock.take(folder).isEmpty());
            // On Windows it would not be readable.
            assertEquals(0, Files.size(folder.resolve(".lock")));
        } finally {
            other.getOutputStream().close();
            assertTrue(other.waitFor(20, TimeUnit.SECONDS));
        }
        assertEquals(Optional.empty(), FolderLock.holder(folder));
    }

    @Test
    void doesNotFollowLinks() throws Exception {
        Path victim = Files.writeString(folder.resolve("victim"), "mine");
        Path run = Files.createDirectory(folder.resolve("run"));
        Files.createSymbolicLink(run.resolve(".lock"), victim);
        assertThrows(IOException.class, () -> FolderLock.take(run));
        assertEquals(Optional.empty(), FolderLock.holder(run));
        Files.delete(run.resolve(".lock"));
        Files.createSymbolicLink(run.resolve(".lock-holder"), victim);
        assertThrows(IOException.class, () -> FolderLock.take(run));
        assertEquals("mine", Files.readString(victim));
    }
}
