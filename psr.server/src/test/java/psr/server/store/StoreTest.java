package psr.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.h2.store.fs.FilePath;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that is full, lost, damaged or used twice. */
class StoreTest {

    @TempDir
    Path folder;

    @AfterAll
    static void end() throws Exception {
        PostgresServer.end();
    }

    private static void add(Store store, String id) {
        store.now(
                sql -> sql.update("insert into tokens (id, name, hash, role, created) values (?, ?, ?, ?, ?)", id, id, id, "READ",
                        Instant.EPOCH));
    }

    private static List<String> ids(Store store) {
        return store.now(sql -> sql.all(row -> row.getString(1), "select id from tokens order by id"));
    }

    private String error(Path from) {
        return assertThrows(IOException.class, () -> Store.open(Optional.empty(), from).close()).getMessage();
    }

    /** H2 closes the database at the first failed write. */
    @Test
    void worksAgainWhenTheDiskHasSpaceAgain() throws Exception {
        FilePath.register(new FullDisk());
        try (Store store = Store.open(Optional.empty(), folder, FullDisk.SCHEME + ":", Migrations.shipped(), false)) {
            add(store, "before");
            FullDisk.full = true;
            for (int i = 0; i < 3; i++) {
                assertThrows(StoreAwayException.class, () -> add(store, "meanwhile"));
                assertTrue(store.isAway());
            }
            FullDisk.full = false;
            add(store, "after");
            assertTrue(!store.isAway());
            assertEquals(List.of("after", "before"), ids(store));
        } finally {
            FullDisk.full = false;
            FilePath.unregister(new FullDisk());
        }
    }

    /** A folder that a server has used. */
    private void use() throws Exception {
        try (Store store = Store.open(Optional.empty(), folder)) {
            add(store, "mine");
        }
        Files.writeString(folder.resolve("token"), "t");
        Files.createDirectories(folder.resolve("runs").resolve("r1"));
    }

    @Test
    void doesNotReplaceALostDatabaseByItself() throws Exception {
        use();
        Files.delete(folder.resolve("store/lab.mv.db"));
        for (int i = 0; i < 2; i++) {
            String said = error(folder);
            assertTrue(
                    said.contains(
                            "the database was lost. Restore a backup into a new folder: ./psr serve --data NEW --restore FILE")
                            && said.contains("start with --new-database") && said.contains("There is no copy of the database"),
                    said);
        }
        Store.open(Optional.empty(), folder, true).close();
        try (Store store = Store.open(Optional.empty(), folder)) {
            assertEquals(List.of(), ids(store));
        }
    }

    @Test
    void noticesAnEmptyFile() throws Exception {
        use();
        Files.write(folder.resolve("store/lab.mv.db"), new byte[0]);
        assertTrue(error(folder).contains("the database was lost"));
    }

    @Test
    void namesTheFileAndTheNewestCopyOfADamagedDatabase() throws Exception {
        use();
        Path copies = Files.createDirectories(folder.resolve("backups"));
        Files.write(copies.resolve("old.sql.gz"), new byte[0]).toFile().setLastModified(1_000_000);
        Files.write(copies.resolve("new.sql.gz"), new byte[0]).toFile().setLastModified(2_000_000);
        Path file = folder.resolve("store/lab.mv.db");
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] ^= 0x55;
        }
        Files.write(file, bytes);
        String said = error(folder);
        assertTrue(said.startsWith("cannot open the database " + file + ": "), said);
        assertTrue(said.contains("it is damaged. Restore a backup into a new folder: ./psr serve --data NEW --restore FILE"),
                said);
        assertTrue(said.contains("is " + copies.resolve("new.sql.gz") + "; to use it"), said);
        assertTrue(!said.contains("already in use"), said);
    }

    @Test
    void onlyTheOwnerReadsTheDatabaseAndItsCopies() throws Exception {
        try (Store store = Store.open(Optional.empty(), folder)) {
            store.backup(folder.resolve("copy"));
            for (String file : List.of("store/lab.mv.db", "copy")) {
                assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file))),
                        file);
            }
        }
    }

    @Test
    void onlyOneServerUsesADatabaseOfPostgresql() throws Exception {
        Path other = Files.createDirectories(folder.resolve("other"));
        try (Store store = PostgresServer.store(folder)) {
            String said = assertThrows(IOException.class, () -> PostgresServer.again(folder, other).close()).getMessage();
            assertTrue(said.contains("only one server at a time can use a database; another one uses it"), said);
            add(store, "mine");
        }
        try (Store store = PostgresServer.again(folder, other)) {
            assertEquals(List.of("mine"), ids(store));
        }
    }
}
