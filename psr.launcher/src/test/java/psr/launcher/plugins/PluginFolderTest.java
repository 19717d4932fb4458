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

/** States and remarks of the files in the plugins folder. */
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
        folder = new PluginFolder(felix.installer, bundle -> new ServiceCheck.Result(
                flaws.isEmpty() ? List.of("learner '" + bundle.getSymbolicName() + "'") : List.of(), List.copyOf(flaws)));
    }

    @AfterEach
    void stop() throws Exception {
        folder.close();
        felix.close();
    }

    private void assertState(String file, PluginFile.State state, String remark) {
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
        assertState("mine-2.jar", PluginFile.State.ACTIVE, "learner 'mine'");
        assertState("mine-1.jar", PluginFile.State.SUPERSEDED, "superseded by mine 1.0.1; delete it");
        assertState("lacks.jar", PluginFile.State.REJECTED, "needs the package foo.bar, which no bundle provides");
        assertState("fails.jar", PluginFile.State.REJECTED, "it does not start: java.lang.IllegalStateException: no licence");
        assertState("plain.jar", PluginFile.State.REJECTED, "not an OSGi bundle");
        assertState("broken.jar", PluginFile.State.REJECTED, "the file is corrupt or truncated");
        // Written right before the scan: on a busy machine the other files may take longer than the grace period of a new jar.
        Files.writeString(plugins.resolve("fresh.jar"), "PK not yet");
        assertState("fresh.jar", PluginFile.State.WAITING, "just found");
        assertState("notes.txt", PluginFile.State.IGNORED, "only files that end in .jar are loaded");
        assertState("folder.jar", PluginFile.State.IGNORED, "only files that end in .jar are loaded");
        flaws.add("its learner 'x' cannot be created");
        assertState("mine-2.jar", PluginFile.State.REJECTED, "its learner 'x' cannot be created");
    }

    @Test
    void reportsWhyTheFrameworkRejectsABundle() throws Exception {
        new TestJar("mine", "1.0.0").with("Import-Package", "a,a").writeTo(plugins.resolve("mine.jar"));
        assertState("mine.jar", PluginFile.State.REJECTED, "the framework rejects it: ");
        assertState("mine.jar", PluginFile.State.REJECTED, "uplicate");
        new TestJar("mine", "1.0.0").saying("one").writeTo(plugins.resolve("mine.jar"));
        assertState("mine.jar", PluginFile.State.ACTIVE, "learner 'mine'");
    }

    @Test
    void rejectsAJarWithTheNameAndVersionOfAShippedBundle() throws Exception {
        Path shipped = new TestJar("mine", "1.0.0").saying("shipped").writeTo(home.resolve("shipped.jar"));
        felix.context.installBundle(shipped.toUri().toString()).start();
        new TestJar("mine", "1.0.0").saying("mine").writeTo(plugins.resolve("mine.jar"));
        assertState("mine.jar", PluginFile.State.REJECTED,
                "a bundle of this name and version ships with the lab and is not replaced");
    }

    /** Other plugins would be wired to the copy, and rejected because its classes differ from those of the lab. */
    @Test
    void rejectsAJarThatTakesNamesOfTheLab() throws Exception {
        Path shipped = new TestJar("psr.mine", "1.0.0").saying("shipped").writeTo(home.resolve("shipped.jar"));
        felix.context.installBundle(shipped.toUri().toString()).start();
        new TestJar("psr.mine", "2.0.0").saying("mine").writeTo(plugins.resolve("name.jar"));
        new TestJar("api", "1.0.0").with("Export-Package", "other;a=\"x,psr.api.no\",more;psr.api.learn;version=\"1.0,0\"")
                .saying("mine").writeTo(plugins.resolve("api.jar"));
        new TestJar("part", "1.0.0").with("Fragment-Host", "psr.mine;bundle-version=1").writeTo(plugins.resolve("part.jar"));
        new TestJar("hook", "1.0.0").with("Fragment-Host", "system.bundle;extension:=framework")
                .writeTo(plugins.resolve("hook.jar"));
        new TestJar("psr.yours", "1.0.0").with("Export-Package", "psr.yours,psr.apis").saying("mine")
                .writeTo(plugins.resolve("fine.jar"));
        assertState("name.jar", PluginFile.State.REJECTED, "a bundle named psr.mine ships with the lab and is not replaced");
        assertState("api.jar", PluginFile.State.REJECTED, "it exports psr.api.learn, a package of the lab: import it");
        assertState("part.jar", PluginFile.State.REJECTED, "it is a fragment of psr.mine, which belongs to the lab");
        assertState("hook.jar", PluginFile.State.REJECTED, "it is a fragment of system.bundle, which belongs to the lab");
        assertState("fine.jar", PluginFile.State.ACTIVE, "learner");
    }

    @Test
    void distinguishesTwoContentsOfOneVersion() throws Exception {
        Path first = new TestJar("mine", "1.0.0").saying("one").writeTo(plugins.resolve("a.jar"));
        Files.setLastModifiedTime(first, FileTime.fromMillis(0));
        Path second = new TestJar("mine", "1.0.0").saying("two").writeTo(plugins.resolve("b.jar"));
        assertState("b.jar", PluginFile.State.ACTIVE, "learner");
        assertState("a.jar", PluginFile.State.SUPERSEDED, "superseded by " + JarContent.of(second));
    }

    @Test
    void notifiesListenersOfChangedAndRemovedFiles() throws Exception {
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        Subscription listening = folder.listen(new PluginListener() {
            @Override
            public void changed(PluginFile file) {
                events.add(file.state() + " " + file.bundle().map(bundle -> bundle.version()).orElse(""));
            }

            @Override
            public void removed(PluginFile file) {
                events.add("gone " + file.name());
            }
        });
        Path jar = plugins.resolve("mine.jar");
        new TestJar("mine", "1.0.0").saying("one").writeTo(jar);
        PlainFelix.await("loaded", () -> events.equals(List.of("ACTIVE 1.0.0")));
        new TestJar("mine", "2.0.0").saying("two").writeTo(jar);
        PlainFelix.await("replaced", () -> events.equals(List.of("ACTIVE 1.0.0", "ACTIVE 2.0.0")));
        Files.delete(jar);
        PlainFelix.await("removed", () -> events.equals(List.of("ACTIVE 1.0.0", "ACTIVE 2.0.0", "gone mine.jar")));
        listening.close();
        new TestJar("mine", "1.0.0").saying("one").writeTo(jar);
        folder.files();
        assertEquals(3, events.size());
    }
}
