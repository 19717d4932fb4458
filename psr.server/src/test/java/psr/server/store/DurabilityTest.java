package psr.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was committed is in the file, whatever becomes of the process. */
class DurabilityTest {

    private static final int THREADS = 6;
    private static final int ROUNDS = 15;

    /** A copy of the file is what a process that is killed leaves. */
    @Test
    void whatManyCommitAtOnceIsInTheFile(@TempDir Path folder) throws Exception {
        try (Store store = Store.open(Optional.empty(), folder.resolve("a"))) {
            for (int round = 1; round <= ROUNDS; round++) {
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    String id = round + "-" + i;
                    threads.add(new Thread(() -> store.now(sql -> sql.update(
                            "insert into tokens (id, name, hash, role, created) values (?, ?, ?, ?, ?)", id, id, id, "READ", Instant.now()))));
                }
                threads.forEach(Thread::start);
                for (Thread thread : threads) {
                    thread.join();
                }
                Path left = folder.resolve("left-" + round);
                Files.createDirectories(left.resolve("store"));
                Files.copy(folder.resolve("a/store/lab.mv.db"), left.resolve("store/lab.mv.db"));
                try (Store copy = Store.open(Optional.empty(), left)) {
                    assertEquals(round * THREADS, copy.now(sql -> sql.first(row -> row.getInt(1), "select count(*) from tokens")).orElseThrow());
                }
            }
        }
    }
}
