package psr.launcher.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginStoreTest {

    @TempDir
    Path home;

    private Path jar(String word) throws IOException {
        return new TestJar("mine", "1.0.0").resource("word.txt", word).writeTo(home.resolve("mine.jar"));
    }

    private Path folder() {
        return home.resolve("kept");
    }

    private PluginStore store() {
        return new PluginStore(folder());
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.count();
        }
    }

    @Test
    void storesEachContentOnceAndFindsItAgain() throws Exception {
        PluginStore.Copy one = store().add(jar("one"));
        PluginStore.Copy two = store().add(jar("two"));
        PluginStore.Copy again = store().add(jar("one"));
        assertEquals(one, again);
        assertEquals(2, files());
        assertEquals(one.file(), store().find(one.bundle().sha256()).orElseThrow());
        assertEquals(two.bundle(), JarContent.of(two.file()));
        assertTrue(store().find("0".repeat(64)).isEmpty());
        assertTrue(store().find("../mine").isEmpty());
    }

    @Test
    void onlyTheOwnerCanReadIt() throws Exception {
        Path file = store().add(jar("one")).file();
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void rejectsTruncatedJarsAndLeavesNoFiles() throws Exception {
        byte[] whole = Files.readAllBytes(jar("one"));
        for (int length : new int[] {0, 1, whole.length / 2, whole.length - 1}) {
            Path cut = Files.write(home.resolve("cut.jar"), Arrays.copyOf(whole, length));
            assertThrows(JarContent.NoBundleException.class, () -> store().add(cut));
        }
        assertEquals(0, files());
    }

    @Test
    void rejectsAJarWithADamagedEntry() throws Exception {
        // Text that is hardly compressible, so that the middle of the jar is in this entry.
        String noise = new java.util.Random(1).ints(8000, 32, 127).collect(StringBuilder::new,
                StringBuilder::appendCodePoint, StringBuilder::append).toString();
        byte[] bytes = Files.readAllBytes(new TestJar("mine", "1.0.0").resource("long.txt", noise)
                .writeTo(home.resolve("mine.jar")));
        bytes[bytes.length / 2] ^= 1;
        Path damaged = Files.write(home.resolve("damaged.jar"), bytes);
        assertThrows(JarContent.NoBundleException.class, () -> store().add(damaged));
    }

    /** A jar of 300 kB that unpacks to 300 MB, or has a manifest that does. */
    @Test
    void rejectsAZipBomb() throws Exception {
        Path bomb = home.resolve("bomb.jar");
        for (String name : List.of("zeros", JarFile.MANIFEST_NAME)) {
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(bomb))) {
                zip.putNextEntry(new ZipEntry(name));
                byte[] zeros = new byte[1 << 20];
                for (int i = 0; i < 300; i++) {
                    zip.write(zeros);
                }
            }
            String message = assertThrows(JarContent.NoBundleException.class, () -> store().add(bomb)).getMessage();
            assertEquals(name.equals("zeros")
                    ? "it must unpack to at most 256 MB; it unpacks to more"
                    : "its manifest must have at most 4 MB; it has 300 MB", message);
        }
    }

    /** Runs of earlier versions recorded hashes for which entries were read into memory; long entries must have the same hash. */
    @Test
    void hashesNamesLengthsAndBytes() throws Exception {
        for (int length : new int[] {0, 65535, 65536, 65537, 200_000}) {
            String text = "x".repeat(length);
            Path file = new TestJar("mine", "1.0.0").resource("long.txt", text).writeTo(home.resolve("mine.jar"));
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (JarFile jar = new JarFile(file.toFile())) {
                for (JarEntry entry : jar.stream().filter(each -> !each.isDirectory())
                        .sorted(Comparator.comparing(JarEntry::getName)).toList()) {
                    byte[] name = ("/" + entry.getName()).getBytes(StandardCharsets.UTF_8);
                    byte[] content = jar.getInputStream(entry).readAllBytes();
                    digest.update(ByteBuffer.allocate(8).putInt(name.length).putInt(content.length).array());
                    digest.update(name);
                    digest.update(content);
                }
            }
            assertEquals(HexFormat.of().formatHex(digest.digest()), JarContent.of(file).sha256(), () -> length + " bytes");
        }
    }

    @Test
    void doesNotFindAChangedCopyAndReplacesIt() throws Exception {
        PluginStore.Copy copy = store().add(jar("one"));
        Files.copy(jar("two"), copy.file(), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertTrue(store().find(copy.bundle().sha256()).isEmpty());
        store().add(jar("one"));
        assertTrue(store().find(copy.bundle().sha256()).isPresent());
    }

    @Test
    void doesNotFollowLinksInTheStore() throws Exception {
        PluginStore.Copy copy = store().add(jar("one"));
        Path elsewhere = Files.move(copy.file(), home.resolve("elsewhere.jar"));
        Files.createSymbolicLink(copy.file(), elsewhere);
        assertTrue(store().find(copy.bundle().sha256()).isEmpty());

        Path victim = Files.writeString(home.resolve("victim"), "mine");
        Files.createSymbolicLink(folder().resolve(copy.bundle().sha256() + ".runs"), victim);
        assertThrows(IOException.class, () -> store().refer(copy.bundle().sha256(), home));
        assertEquals("mine", Files.readString(victim));
    }

    @Test
    void acceptsAPluginButDoesNotStoreItIfTheFolderIsALink() throws Exception {
        Files.createSymbolicLink(folder(), home);
        PluginStore.Copy copy = store().add(jar("one"));
        assertFalse(copy.lasting());
        assertEquals(copy.bundle(), JarContent.of(copy.file()));
    }

    @Test
    void keepsUsedAndReferencedAndFreshJarsAndSaysWhy() throws Exception {
        PluginStore.Copy used = store().add(jar("used"));
        PluginStore.Copy run = store().add(jar("run"));
        PluginStore.Copy gone = store().add(jar("gone"));
        PluginStore.Copy fresh = store().add(jar("fresh"));
        Path saved = Files.createDirectory(home.resolve("a run"));
        Path other = Files.createDirectory(home.resolve("another"));
        store().refer(run.bundle().sha256(), saved);
        store().refer(run.bundle().sha256(), saved);
        assertEquals(1, Files.readAllLines(folder().resolve(run.bundle().sha256() + ".runs")).size());
        store().refer(run.bundle().sha256(), home.resolve("deleted"));
        store().refer(run.bundle().sha256(), other);
        store().refer(gone.bundle().sha256(), home.resolve("deleted"));
        for (PluginStore.Copy each : new PluginStore.Copy[] {used, run, gone}) {
            Files.setLastModifiedTime(each.file(), FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        }
        store().sweep(Set.of(used.bundle().sha256()));
        assertTrue(Files.exists(used.file(), LinkOption.NOFOLLOW_LINKS));
        assertTrue(Files.exists(run.file()));
        assertTrue(Files.exists(fresh.file()));
        assertFalse(Files.exists(gone.file()));
        assertEquals(3 + 1, files(), "with the list of runs");
        assertEquals(Map.of(run.bundle(), "needed to resume " + saved + " and 1 more", fresh.bundle(),
                "no run needs it; it is removed a day after it was stored, at the next start"),
                store().retained(Set.of(used.bundle().sha256())).stream()
                        .collect(Collectors.toMap(PluginStore.Retained::bundle, PluginStore.Retained::reason)));
    }
}
