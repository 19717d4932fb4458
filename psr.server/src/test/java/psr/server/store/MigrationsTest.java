package psr.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database comes to its newest version, whenever the process that brings it there is killed. */
class MigrationsTest {

    private static final String FIRST = "create table things (name varchar(10));\ncreate table others (name varchar(10));\n";
    private static final String SECOND = "alter table things add size integer;\nalter table others add size integer;\n";
    private static final String BROKEN = "alter table things add size integer;\nalter table nothing add size integer;\n";

    @TempDir
    Path folder;

    private Store open(String... steps) throws IOException {
        return Store.open(Optional.empty(), folder, "file:", new Migrations(List.of(steps)), false);
    }

    private static void execute(Store store, String command) {
        store.now(sql -> {
            try (Statement statement = sql.connection().createStatement()) {
                return statement.execute(command);
            }
        });
    }

    private static List<String> things(Store store) {
        return store.now(sql -> sql.all(row -> row.getString(1), "select name from things order by name"));
    }

    /** H2 keeps each table that it has made, whatever becomes of the transaction. */
    @Test
    void aFirstStartThatWasKilledHalfwayIsDoneAgain() throws Exception {
        assertThrows(IOException.class, () -> open(FIRST + "create table things (name varchar(10));\n"));
        try (Store store = open(FIRST)) {
            assertEquals(List.of(), things(store));
        }
        assertFalse(Files.exists(folder.resolve("unfinished.sql.gz")));
    }

    @Test
    void repeatsAMigrationThatWasKilled() throws Exception {
        try (Store store = open(FIRST)) {
            store.now(sql -> sql.update("insert into things (name) values (?)", "kept"));
        }
        assertThrows(IOException.class, () -> open(FIRST, BROKEN));
        try (Store store = open(FIRST, SECOND)) {
            assertEquals(List.of("kept"), things(store));
            execute(store, "insert into others (name, size) values ('x', 1)");
        }
        try (Stream<Path> copies = Files.list(folder.resolve("backups"))) {
            assertTrue(copies.findAny().isPresent(), "there must be a copy of how it was");
        }
        try (Store store = open(FIRST, SECOND)) {
            assertEquals(List.of("kept"), things(store));
        }
    }

    @Test
    void aCopyIsRestoredIntoAnEmptyDatabaseOnly() throws Exception {
        try (Store store = open(FIRST)) {
            store.now(sql -> sql.update("insert into things (name) values (?)", "copied"));
            store.backup(folder.resolve("copy.gz"));
        }
        Files.copy(folder.resolve("copy.gz"), folder.resolve(Backup.FILE));
        String refused = assertThrows(IOException.class, () -> open(FIRST)).getMessage();
        assertTrue(refused.contains("can only be restored into an empty database"), refused);
        assertTrue(Files.exists(folder.resolve(Backup.FILE)));
        Path other = Files.createDirectories(folder.resolve("other"));
        Files.copy(folder.resolve("copy.gz"), other.resolve(Backup.FILE));
        // Killed while it was being read.
        assertThrows(IOException.class,
                () -> Store.open(Optional.empty(), other, "file:", new Migrations(List.of(BROKEN)), false));
        try (Store store = Store.open(Optional.empty(), other, "file:", new Migrations(List.of(FIRST)), false)) {
            assertEquals(List.of("copied"), things(store));
        }
    }

    @Test
    void refusesADatabaseOfANewerServer() throws Exception {
        open(FIRST, SECOND).close();
        String refused = assertThrows(IOException.class, () -> open(FIRST)).getMessage();
        assertTrue(refused.contains("it is of version 2, made by a newer server"), refused);
    }
}
