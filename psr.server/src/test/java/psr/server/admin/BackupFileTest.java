package psr.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy becomes a data folder whole or not at all, and brings nothing but what a copy holds. */
class BackupFileTest {

    @TempDir
    Path folder;

    private Path zip(String... names) throws IOException {
        Path file = folder.resolve("copy.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                if (!name.endsWith("/")) {
                    zip.write(name.getBytes(StandardCharsets.UTF_8));
                }
                zip.closeEntry();
            }
        }
        return file;
    }

    private String refusal(Path file, Path into) {
        return assertThrows(IOException.class, () -> BackupFile.restore(file, into)).getMessage();
    }

    @Test
    void foldersOfAnotherZipProgramAreNoObstacle() throws Exception {
        Path into = folder.resolve("lab");
        BackupFile.restore(zip("runs/", "runs/r1/", "runs/r1/experiment.json", "database.sql.gz", "data/a.csv"), into);
        assertEquals("runs/r1/experiment.json", Files.readString(into.resolve("runs/r1/experiment.json")));
        assertEquals("data/a.csv", Files.readString(into.resolve("data/a.csv")));
        assertEquals("database.sql.gz", Files.readString(into.resolve("database.sql.gz")));
        assertFalse(Files.exists(into.resolve("restoring")));
    }

    @Test
    void excludesTokensKeysAndOtherPaths() throws Exception {
        for (String bad : List.of("token", "authorized_keys", "ssh_host_key", "store/lab.mv.db", "../outside", "/etc/outside",
                "runs/../token", "runs/../../outside")) {
            Path into = folder.resolve("lab");
            String said = refusal(zip("database.sql.gz", "data/a.csv", bad), into);
            assertTrue(said.contains("and nothing else") && said.contains("'" + bad + "'"), said);
            assertFalse(Files.exists(into), "nothing is changed");
        }
    }

    @Test
    void rejectsFilesThatAreNotBackups() throws Exception {
        Path into = folder.resolve("lab");
        assertTrue(refusal(zip("data/a.csv"), into).contains("has no database.sql.gz"));
        assertTrue(refusal(Files.writeString(folder.resolve("text"), "no zip"), into)
                .startsWith("not a backup that a server wrote"));
        assertTrue(refusal(folder.resolve("nothing.zip"), into).contains("there is no "));
        assertFalse(Files.exists(into));
    }

    @Test
    void aFolderThatHoldsSomethingIsLeftAlone() throws Exception {
        Path into = Files.createDirectories(folder.resolve("lab"));
        Files.writeString(into.resolve("token"), "secret");
        assertTrue(refusal(zip("database.sql.gz"), into).contains("is not empty"));
        assertFalse(Files.exists(into.resolve("database.sql.gz")));
    }

    @Test
    void aRestorationThatWasKilledIsDoneAgain() throws Exception {
        Path into = folder.resolve("lab");
        Files.createDirectories(into.resolve("restoring/runs/r1"));
        Files.writeString(into.resolve("restoring/runs/r1/trials.jsonl"), "half");
        BackupFile.restore(zip("database.sql.gz", "runs/r1/experiment.json"), into);
        assertTrue(Files.exists(into.resolve("runs/r1/experiment.json")));
        assertFalse(Files.exists(into.resolve("runs/r1/trials.jsonl")));
    }

    @Test
    void oneThatWasKilledWhileItPutThingsInTheirPlacesIsDoneAgainToo() throws Exception {
        Path into = folder.resolve("lab");
        Files.createDirectories(into.resolve("restoring"));
        Files.writeString(into.resolve("restoring/database.sql.gz"), "not moved yet");
        Files.createDirectories(into.resolve("data"));
        Files.writeString(into.resolve("data/old.csv"), "moved");
        assertTrue(assertThrows(IOException.class, () -> BackupFile.checkWhole(into)).getMessage()
                .contains("repeat it with --restore"));
        BackupFile.restore(zip("database.sql.gz", "data/a.csv"), into);
        assertTrue(Files.exists(into.resolve("data/a.csv")) && Files.exists(into.resolve("database.sql.gz")));
        assertFalse(Files.exists(into.resolve("data/old.csv")));
        Files.createDirectories(into.resolve("restoring"));
        BackupFile.checkWhole(into);
        assertFalse(Files.exists(into.resolve("restoring")), "everything had been moved");
    }

    @Test
    void aCopyThatIsDamagedLeavesNothing() throws Exception {
        Path copy = zip("database.sql.gz", "data/a.csv");
        byte[] bytes = Files.readAllBytes(copy);
        // The content of an entry is not what its checksum says.
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("data/a.csv") + "data/a.csv".length() + 2;
        bytes[at] ^= 0x10;
        Files.write(copy, bytes);
        Path into = folder.resolve("lab");
        assertTrue(refusal(copy, into).startsWith("not a backup that a server wrote"));
        assertFalse(Files.exists(into.resolve("restoring")));
    }
}
