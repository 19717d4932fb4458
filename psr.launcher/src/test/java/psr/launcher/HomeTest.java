package psr.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {

    @TempDir
    Path folder;

    @Test
    void isThePropertyIfSet() {
        assertEquals(folder, Home.folder(folder.resolve("x/..").toString(), "psr.jar", "/home/ada"));
    }

    @Test
    void isOtherwiseTheFolderOfTheStartedJar() throws IOException {
        Path jar = Files.createFile(folder.resolve("psr.jar"));
        assertEquals(folder, Home.folder(null, jar.toString(), "/home/ada"));
    }

    @Test
    void isNotTheCacheOfBnd() throws IOException {
        Path launcher = Files.createFile(folder.resolve("biz.aQute.launcher.pre.jar"));
        assertEquals(Path.of("/home/ada", ".psr"), Home.folder(null, launcher.toString(), "/home/ada"));
    }

    @Test
    void isNeverTheWorkingDirectory() {
        Path own = Path.of("/home/ada", ".psr");
        assertEquals(own, Home.folder(null, "", "/home/ada"));
        assertEquals(own, Home.folder(null, "launcher.jar" + File.pathSeparator + "framework.jar", "/home/ada"));
    }

    @Test
    void createsThePluginsAndLogFolders() {
        Home home = new Home(folder.resolve("lab"));
        assertTrue(Files.isDirectory(home.plugins()));
        assertTrue(Files.isDirectory(home.log()));
    }
}
