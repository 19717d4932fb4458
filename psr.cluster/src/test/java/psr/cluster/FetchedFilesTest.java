package psr.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import psr.math.hashes.Hashes;

@Timeout(60)
class FetchedFilesTest {

    private static final byte[] CONTENT = "abcabc\n".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;
    private final AtomicInteger read = new AtomicInteger();
    private final CountDownLatch reading = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);
    private volatile boolean broken;

    /** A submitter that shares one file. */
    private byte[] answer(Message question) throws IOException {
        if (question.what().equals("file")) {
            return Message.of("file").with("sha256", Hashes.of(CONTENT)).with("size", CONTENT.length)
                    .with("name", "data.txt").bytes();
        }
        read.incrementAndGet();
        reading.countDown();
        try {
            free.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        if (broken) {
            throw new IOException("the submitter has left");
        }
        return CONTENT;
    }

    @Test
    void concurrentTrialsFetchAFileOnce() throws Exception {
        FetchedFiles files = new FetchedFiles(folder);
        Set<Path> found = ConcurrentHashMap.newKeySet();
        Thread first = new Thread(() -> found.add(files.file(this::answer, Path.of("data.txt"))), "psr-test-first");
        Thread second = new Thread(() -> found.add(files.file(this::answer, Path.of("data.txt"))), "psr-test-second");
        first.start();
        reading.await();
        second.start();
        while (second.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        free.countDown();
        first.join();
        second.join();
        assertEquals(1, found.size());
        assertEquals("abcabc\n", Files.readString(found.iterator().next()));
        assertEquals(1, read.get());
    }

    @Test
    void fetchesAFileAgainAfterAFailure() throws Exception {
        FetchedFiles files = new FetchedFiles(folder);
        free.countDown();
        broken = true;
        UncheckedIOException failure =
                assertThrows(UncheckedIOException.class, () -> files.file(this::answer, Path.of("data.txt")));
        assertEquals("the file 'data.txt' cannot be fetched: the submitter has left", failure.getCause().getMessage());
        broken = false;
        assertEquals("abcabc\n", Files.readString(files.file(this::answer, Path.of("data.txt"))));
        assertEquals(2, read.get());
    }
}
