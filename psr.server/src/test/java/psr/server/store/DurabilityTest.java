package psr.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Statement;
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
    private static final int ROWS = 100;
    private static final int EACH = 5;

    /** A copy of the file is what a process that is killed leaves. */
    @Test
    void storesConcurrentCommits(@TempDir Path folder) throws Exception {
        try (Store store = Store.open(Optional.empty(), folder.resolve("a"))) {
            for (int round = 1; round <= ROUNDS; round++) {
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    String id = round + "-" + i;
                    threads.add(new Thread(() -> store.now(sql -> sql.update(
                            "insert into tokens (id, name, hash, role, created) values (?, ?, ?, ?, ?)", id, id, id, "READ",
                            Instant.now()))));
                }
                threads.forEach(Thread::start);
                for (Thread thread : threads) {
                    thread.join();
                }
                assertEquals(round * THREADS, inTheFile(folder, round));
            }
        }
    }

    /**
     * H2 finds its newest part by a header and a chain of parts. In 2.5.252 the header names the part before the newest, and where freed space is
     * used again that has no way on to the newest: up to 20 commits are lost.
     */
    @Test
    void whatIsCommittedIsFoundWhereFreedSpaceIsUsedAgain(@TempDir Path folder) throws Exception {
        try (Store store = Store.open(Optional.empty(), folder.resolve("a"))) {
            store.now(sql -> {
                try (Statement statement = sql.connection().createStatement()) {
                    // Space is used again at once; otherwise after 45 s.
                    return statement.execute("set retention_time 0");
                }
            });
            for (int row = 1; row <= ROWS; row++) {
                String id = "r" + row;
                String name = "x".repeat(1 + 37 * row % 199);
                store.now(sql -> sql.update("insert into tokens (id, name, hash, role, created) values (?, ?, ?, ?, ?)", id, name,
                        id, "READ",
                        Instant.now()));
                store.now(sql -> sql.update("update tokens set name = ? where length(name) > 100", name));
                if (row % EACH == 0) {
                    assertEquals(row, inTheFile(folder, row));
                }
            }
        }
    }

    private static int inTheFile(Path folder, int number) throws Exception {
        Path left = folder.resolve("left-" + number);
        Files.createDirectories(left.resolve("store"));
        Files.copy(folder.resolve("a/store/lab.mv.db"), left.resolve("store/lab.mv.db"));
        try (Store copy = Store.open(Optional.empty(), left)) {
            return copy.now(sql -> sql.first(row -> row.getInt(1), "select count(*) from tokens")).orElseThrow();
        }
    }
}
