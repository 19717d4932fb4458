package psr.server.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Laboratory;
import psr.api.lab.SavedRun;

class RunFoldersTest {

    private static final int VISITORS = 8;
    private static final long READING_MILLIS = 50;

    @TempDir
    private Path folder;
    private final AtomicInteger read = new AtomicInteger();
    private RunFolders folders;

    @BeforeEach
    void one() throws IOException {
        Laboratory slow = (Laboratory) Proxy.newProxyInstance(Laboratory.class.getClassLoader(),
                new Class<?>[] {Laboratory.class}, (self, method, arguments) -> {
                    read.incrementAndGet();
                    Thread.sleep(READING_MILLIS);
                    return Proxy.newProxyInstance(SavedRun.class.getClassLoader(), new Class<?>[] {SavedRun.class},
                            (run, called, none) -> System.identityHashCode(run));
                });
        folders = new RunFolders(slow, folder);
        Files.writeString(Files.createDirectories(folders.of("run")).resolve(RunFolders.RECORD), "{}");
    }

    @Test
    void readsARunOnceForConcurrentRequests() throws Exception {
        ExecutorService visitors = Executors.newFixedThreadPool(VISITORS);
        try {
            CountDownLatch together = new CountDownLatch(VISITORS);
            List<Future<SavedRun>> answers = new ArrayList<>();
            for (int i = 0; i < VISITORS; i++) {
                answers.add(visitors.submit(() -> {
                    together.countDown();
                    together.await();
                    return folders.open("run").orElseThrow();
                }));
            }
            for (Future<SavedRun> answer : answers) {
                assertSame(answers.get(0).get(), answer.get());
            }
        } finally {
            visitors.shutdownNow();
        }
        assertEquals(1, read.get());
    }

    @Test
    void readsChangedRunsAgain() throws Exception {
        SavedRun before = folders.open("run").orElseThrow();
        Files.writeString(folders.of("run").resolve(RunFolders.TRIALS), "more\n");
        assertNotSame(before, folders.open("run").orElseThrow());
        assertEquals(2, read.get());
    }
}
