package psr.launcher.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.PluginFile;
import psr.api.lab.PluginListener;
import psr.api.lab.Subscription;

/** What is said of files in the plugins folder. */
class PluginFolderTest {

    @TempDir
    Path home;

    private Path plugins;
    private PlainFelix felix;
    private PluginFolder folder;
    private final List<String> flaws = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void start() throws Exception {
        plugins = Files.createDirectories(home.resolve("plugins"));
        felix = new PlainFelix(home, home.resolve("storage"));
        folder = new PluginFolder(felix.installer, bundle -> new Offerings.Offering(
                flaws.isEmpty() ? List.of("learner '" + bundle.getSymbolicName() + "'") : List.of(), List.copyOf(flaws)));
    }

    @AfterEach
    void stop() throws Exception {
        folder.close();
        felix.close();
    }

    private void says(String file, PluginFile.State state, String remark) {
        PluginFile found = folder.files().stream().filter(each -> each.name().equals(file)).findFirst().orElseThrow();
        assertEquals(state, found.state(), found::remark);
        assertTrue(found.remark().contains(remark), found.remark());
    }

    @Test
    void eachFileHasAStateAndARemark() throws Exception {
        new TestJar("mine", "1.0.0").saying("one").writeTo(plugins.resolve("mine-1.jar"));
        new TestJar("mine", "1.0.1").saying("two").writeTo(plugins.resolve("mine-2.jar"));
        new TestJar("lacks", "1.0.0").with("Import-Package", "foo.bar").saying("one").writeTo(plugins.resolve("lacks.jar"));
        new TestJar("fails", "1.0.0").saying("").source("plugin.Start", """
                package plugin;
                public final class Start implements org.osgi.framework.BundleActivator {
                    public void start(org.osgi.framework.BundleContext context) { throw new IllegalStateException("no licence"); }
                    public void stop(org.osgi.framework.BundleContext context) {}
                }
                """).writeTo(plugins.resolve("fails.jar"));
        new TestJar("", "1.0.0").with("Bundle-ManifestVersion", "1").writeTo(plugins.resolve("plain.jar"));
        Files.writeString(plugins.resolve("broken.jar"), "PK this is no jar");
        Files.setLastModifiedTime(plugins.resolve("broken.jar"), FileTime.fromMillis(0));
        Files.writeString(plugins.resolve("notes.txt"), "");
        Files.createDirectory(plugins.resolve("folder.jar"));
        says("mine-2.jar", PluginFile.State.ACTIVE, "learner 'mine'");
        says("mine-1.jar", PluginFile.State.SUPERSEDED, "superseded by mine 1.0.1; delete it");
        says("lacks.jar", PluginFile.State.REJECTED, "needs the package foo.bar, which no bundle provides");
        says("fails.jar", PluginFile.State.REJECTED, "it does not start: java.lang.IllegalStateException: no licence");
        says("plain.jar", PluginFile.State.REJECTED, "not an OSGi bundle");
        says("broken.jar", PluginFile.State.REJECTED, "the file is corrupt or cut short");
        // Right before it is looked at: a busy machine may take longer for the others than a jar may be half written.
        Files.writeString(plugins.resolve("fresh.jar"), "PK not yet");
        says("fresh.jar", PluginFile.State.WAITING, "just found");
        says("notes.txt", PluginFile.State.IGNORED, "only files that end in .jar are taken");
        says("folder.jar", PluginFile.State.IGNORED, "only files that end in .jar are taken");
        flaws.add("its learner 'x' cannot be made");
        says("mine-2.jar", PluginFile.State.REJECTED, "its learner 'x' cannot be made");
    }

    @Test
    void aFrameworkThatDoesNotTakeABundleSaysWhy() throws Exception {
        new TestJar("mine", "1.0.0").with("Import-Package", "a,a").writeTo(plugins.resolve("mine.jar"));
        says("mine.jar", PluginFile.State.REJECTED, "the framework does not take it as a bundle: ");
        says("mine.jar", PluginFile.State.REJECTED, "uplicate");
        new TestJar("mine", "1.0.0").saying("one").writeTo(plugins.resolve("mine.jar"));
        says("mine.jar", PluginFile.State.ACTIVE, "learner 'mine'");
    }

    @Test
    void aJarWithTheNameAndVersionOfWhatShipsIsRefusedWithAdvice() throws Exception {
        Path shipped = new TestJar("mine", "1.0.0").saying("shipped").writeTo(home.resolve("shipped.jar"));
        felix.context.installBundle(shipped.toUri().toString()).start();
        new TestJar("mine", "1.0.0").saying("mine").writeTo(plugins.resolve("mine.jar"));
        says("mine.jar", PluginFile.State.REJECTED, "a bundle of this name and version ships with the lab, and stays");
    }

    @Test
    void twoContentsOfOneVersionAreToldApart() throws Exception {
        Path first = new TestJar("mine", "1.0.0").saying("one").writeTo(plugins.resolve("a.jar"));
        Files.setLastModifiedTime(first, FileTime.fromMillis(0));
        Path second = new TestJar("mine", "1.0.0").saying("two").writeTo(plugins.resolve("b.jar"));
        says("b.jar", PluginFile.State.ACTIVE, "learner");
        says("a.jar", PluginFile.State.SUPERSEDED, "superseded by " + JarContent.of(second));
    }

    @Test
    void listenersAreToldWhatBecomesOfFiles() throws Exception {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        Subscription listening = folder.listen(new PluginListener() {
            @Override
            public void changed(PluginFile file) {
                told.add(file.state() + " " + file.bundle().map(bundle -> bundle.version()).orElse(""));
            }

            @Override
            public void removed(PluginFile file) {
                told.add("gone " + file.name());
            }
        });
        Path jar = plugins.resolve("mine.jar");
        new TestJar("mine", "1.0.0").saying("one").writeTo(jar);
        PlainFelix.await("taken", () -> told.equals(List.of("ACTIVE 1.0.0")));
        new TestJar("mine", "2.0.0").saying("two").writeTo(jar);
        PlainFelix.await("replaced", () -> told.equals(List.of("ACTIVE 1.0.0", "ACTIVE 2.0.0")));
        Files.delete(jar);
        PlainFelix.await("removed", () -> told.equals(List.of("ACTIVE 1.0.0", "ACTIVE 2.0.0", "gone mine.jar")));
        listening.close();
        new TestJar("mine", "1.0.0").saying("one").writeTo(jar);
        folder.files();
        assertEquals(3, told.size());
    }
}
