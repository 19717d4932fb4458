package psr.launcher.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.PluginFile;

class FolderScanTest {

    private static final FileTime LATER = FileTime.fromMillis(4_000_000_000_000L);

    @TempDir
    private Path home;

    private Optional<PluginFile.State> state(Path jar, FileTime time) throws Exception {
        Files.setLastModifiedTime(jar, time);
        FolderScan scan = new FolderScan(jar.getParent(), new PluginStore(home.resolve("kept")));
        scan.scan(true);
        return scan.files().get(jar.getFileName().toString()).state();
    }

    private static FileTime now() {
        return FileTime.fromMillis(System.currentTimeMillis());
    }

    @Test
    void waitsOnlyForAFreshFileThatCannotBeReadAsAJar() throws Exception {
        Path plugins = Files.createDirectories(home.resolve("plugins"));
        Path corrupt = Files.writeString(plugins.resolve("corrupt.jar"), "PK not yet");
        assertEquals(Optional.of(PluginFile.State.WAITING), state(corrupt, now()));
        assertEquals(Optional.of(PluginFile.State.REJECTED), state(corrupt, LATER));
        Path noBundle = new TestJar("", "1.0.0").with("Bundle-ManifestVersion", "1").writeTo(plugins.resolve("plain.jar"));
        assertEquals(Optional.of(PluginFile.State.REJECTED), state(noBundle, now()), "it is complete");
    }

    @Test
    void rejectsAFreshNonBundleWhateverItsReasonSays() throws Exception {
        // The reason contains the header: it must not decide whether the file is still being copied.
        Path plugins = Files.createDirectories(home.resolve("plugins"));
        Path jar = new TestJar("the file is corrupt", "the file is corrupt").writeTo(plugins.resolve("name.jar"));
        assertEquals(Optional.of(PluginFile.State.REJECTED), state(jar, now()));
    }
}
