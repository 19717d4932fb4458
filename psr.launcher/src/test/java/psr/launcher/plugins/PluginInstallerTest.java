package psr.launcher.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

import psr.api.lab.BundleVersion;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.launcher.services.BundleHolds;

/** Plugins in a real framework, without the rest of the laboratory. */
class PluginInstallerTest {

    @TempDir
    Path home;

    private Path plugins;
    private Path jar;
    private PlainFelix felix;

    @BeforeEach
    void start() throws Exception {
        plugins = Files.createDirectories(home.resolve("plugins"));
        jar = plugins.resolve("mine.jar");
        felix = new PlainFelix(home, home.resolve("storage"));
    }

    @AfterEach
    void stop() throws Exception {
        felix.close();
    }

    private void restart() throws Exception {
        felix.close();
        felix = new PlainFelix(home, home.resolve("storage-of-another-process"));
    }

    private static TestJar mine(String version, String word) {
        return new TestJar("mine", version).saying(word);
    }

    @Test
    void installsReplacesAndRemovesAJar() throws Exception {
        mine("1.0.0", "one").writeTo(jar);
        PlainFelix.await("the plugin", () -> felix.offered("mine") != null);
        assertEquals("one one", PlainFelix.call(felix.offered("mine")));
        mine("1.1.0", "two").writeTo(jar);
        PlainFelix.await("only the newer version", () -> felix.count("mine") == 1
                && felix.offered("mine").getVersion().getMinor() == 1);
        assertEquals("two two", PlainFelix.call(felix.offered("mine")));
        Files.delete(jar);
        PlainFelix.await("the plugin to be uninstalled", () -> felix.count("mine") == 0);
    }

    @Test
    void aHeldVersionLoadsClassesAndResourcesAfterItWasReplaced() throws Exception {
        mine("1.0.0", "one").writeTo(jar);
        felix.installer.scanNow();
        Bundle first = felix.offered("mine");
        BundleHolds.Hold hold = felix.installer.hold(first);
        Callable<String> service = PlainFelix.service(first);

        mine("2.0.0", "two").writeTo(jar);
        felix.installer.scanNow();
        assertEquals("two two", PlainFelix.call(felix.offered("mine")));
        assertFalse(felix.installer.isOffered(first));
        assertEquals(Bundle.ACTIVE, first.getState());
        // Its class Late and its resource have not been loaded before.
        assertEquals("one one", service.call());
        assertEquals("1.0.0", hold.versions().get(0).version());

        hold.close();
        hold.close();
        PlainFelix.await("the older version to be uninstalled", () -> first.getState() == Bundle.UNINSTALLED);
        assertEquals("two two", PlainFelix.call(felix.offered("mine")));
    }

    @Test
    void aHeldVersionWorksAfterItsFileWasDeleted() throws Exception {
        mine("1.0.0", "one").writeTo(jar);
        felix.installer.scanNow();
        Bundle first = felix.offered("mine");
        BundleHolds.Hold twin = felix.installer.hold(first);
        try (BundleHolds.Hold hold = felix.installer.hold(first)) {
            Callable<String> service = PlainFelix.service(first);
            Files.delete(jar);
            felix.installer.scanNow();
            assertNull(felix.offered("mine"));
            twin.close();
            felix.installer.scanNow();
            assertEquals("one one", service.call());
            assertEquals(1, hold.versions().size());
        }
        PlainFelix.await("it to be uninstalled", () -> felix.count("mine") == 0);
    }

    @Test
    void aReleasedPluginIsGarbageCollected() throws Exception {
        mine("1.0.0", "one").writeTo(jar);
        felix.installer.scanNow();
        List<WeakReference<?>> gone = new ArrayList<>();
        callWhileHeld(gone);
        PlainFelix.await("the class loader to be collected", () -> {
            System.gc();
            return gone.stream().allMatch(each -> each.get() == null);
        });
    }

    private void callWhileHeld(List<WeakReference<?>> gone) throws Exception {
        Bundle first = felix.offered("mine");
        try (BundleHolds.Hold hold = felix.installer.hold(first)) {
            Callable<String> service = PlainFelix.service(first);
            mine("2.0.0", "two").writeTo(jar);
            felix.installer.scanNow();
            assertEquals("one one", service.call());
            gone.add(new WeakReference<>(service.getClass().getClassLoader()));
            assertEquals(1, hold.versions().size());
        }
    }

    @Test
    void restoresAReplacedPluginAfterARestart() throws Exception {
        mine("1.0.0", "one").writeTo(jar);
        felix.installer.scanNow();
        List<BundleVersion> recorded;
        try (BundleHolds.Hold hold = felix.installer.hold(felix.offered("mine"))) {
            recorded = hold.versions();
        }
        mine("2.0.0", "two").writeTo(jar);
        restart();
        assertEquals("two two", PlainFelix.call(felix.offered("mine")));

        PluginSet set = felix.installer.exactly(recorded);
        assertEquals(recorded, set.versions());
        assertFalse(set.takes(felix.offered("mine")));
        Bundle restored = only(set);
        assertEquals("one one", PlainFelix.call(restored));
        assertFalse(felix.installer.isOffered(restored), "new runs must not get it");
        assertEquals(recorded, felix.installer.hold(restored).versions());

        set.close();
        assertEquals(2, felix.count("mine"), "the hold must keep it");
    }

    @Test
    void doesNotInstallACurrentPluginAgain() throws Exception {
        mine("1.0.0", "one").writeTo(jar);
        felix.installer.scanNow();
        Bundle current = felix.offered("mine");
        try (PluginSet set = felix.installer.exactly(List.of(felix.installer.version(current)))) {
            assertEquals(current, only(set));
            assertEquals(1, felix.count("mine"));
        }
    }

    private Bundle only(PluginSet set) {
        List<Bundle> selected = java.util.Arrays.stream(felix.context.getBundles())
                .filter(each -> felix.installer.isPlugin(each) && set.takes(each)).toList();
        assertEquals(1, selected.size());
        return selected.get(0);
    }

    @Test
    void reportsMissingBundles() throws Exception {
        mine("1.1.0", "one").writeTo(jar);
        felix.installer.scanNow();
        ValidationException missing = assertThrows(ValidationException.class, () -> felix.installer.exactly(
                List.of(new BundleVersion("mine", "1.0.0", "1a2b3c4d".repeat(8)))));
        assertEquals("the run started with mine 1.0.0 (1a2b3c4d…); present: 1.1.0; put that jar back into plugins/",
                missing.getMessage());
        assertEquals("bundles", missing.error().setting());
        assertEquals(List.of(new ValidationError.Missing("bundle", "mine", "1.0.0", "mine", "1a2b3c4d".repeat(8))),
                missing.error().at("/here").missing());

        Bundle framework = felix.context.getBundle(0);
        ValidationException shipped = assertThrows(ValidationException.class, () -> felix.installer.exactly(
                List.of(new BundleVersion(framework.getSymbolicName(), "0.0.1", "1a2b3c4d".repeat(8)))));
        assertTrue(shipped.getMessage().endsWith("use the laboratory version that the run started with"), shipped.getMessage());
    }

    @Test
    void twoContentsOfOneVersionCoexist() throws Exception {
        mine("1.0.0", "one").writeTo(jar);
        felix.installer.scanNow();
        Bundle first = felix.offered("mine");
        try (BundleHolds.Hold hold = felix.installer.hold(first)) {
            Callable<String> service = PlainFelix.service(first);
            mine("1.0.0", "two").writeTo(jar);
            felix.installer.scanNow();
            Bundle second = felix.offered("mine");
            assertEquals(2, felix.count("mine"));
            assertEquals("one one", service.call());
            assertEquals("two two", PlainFelix.call(second));
            assertNotEquals(hold.versions().get(0).sha256(), felix.installer.version(second).sha256());
        }
    }

    @Test
    void twoVersionsOfASingletonCoexist() throws Exception {
        new TestJar("mine;singleton:=true", "1.0.0").saying("one").writeTo(jar);
        felix.installer.scanNow();
        try (BundleHolds.Hold hold = felix.installer.hold(felix.offered("mine"))) {
            new TestJar("mine;singleton:=true", "2.0.0").saying("two").writeTo(jar);
            felix.installer.scanNow();
            assertEquals("two two", PlainFelix.call(felix.offered("mine")));
            assertEquals("1.0.0", hold.versions().get(0).version());
        }
    }

    /** A plugin 'mine' that returns what a plugin 'base' returns. */
    private void twoPlugins(String base) throws Exception {
        Path exporter = base("1.0.0", base);
        new TestJar("mine", "1.0.0").with("Import-Package", "base").against(exporter).activated("base.Word.of()").writeTo(jar);
        felix.installer.scanNow();
    }

    private Path base(String version, String word) throws Exception {
        return new TestJar("base", version).with("Export-Package", "base")
                .source("base.Word",
                        "package base; public final class Word { public static String of() { return Deep.word(); } }")
                .source("base.Deep", "package base; final class Deep { static String word() { return \"" + word + "\"; } }")
                .writeTo(plugins.resolve("base.jar"));
    }

    @Test
    void holdsThePluginsThatAPluginImportsFrom() throws Exception {
        twoPlugins("one");
        Bundle mine = felix.offered("mine");
        BundleHolds.Hold hold = felix.installer.hold(mine);
        assertEquals(List.of("base", "mine"), hold.versions().stream().map(BundleVersion::name).toList());
        Callable<String> service = PlainFelix.service(mine);
        base("2.0.0", "two");
        felix.installer.scanNow();
        assertEquals(2, felix.count("base"));
        assertEquals("one", service.call());
        hold.close();
        PlainFelix.await("the older base to be uninstalled and mine to be rewired", () -> felix.count("base") == 1
                && mine.getState() == Bundle.ACTIVE && "two".equals(PlainFelix.call(mine)));
        try (BundleHolds.Hold again = felix.installer.hold(mine)) {
            assertEquals("2.0.0", again.versions().get(0).version());
        }
    }

    @Test
    void doesNotWireANewPluginToOneThatOnlyStaysForARun() throws Exception {
        base("2.0.0", "two");
        felix.installer.scanNow();
        try (BundleHolds.Hold hold = felix.installer.hold(felix.offered("base"))) {
            // Back to the lower version; the framework by itself would prefer the higher one.
            twoPlugins("one");
            assertEquals(2, felix.count("base"));
            assertEquals("one", PlainFelix.call(felix.offered("mine")));
            assertEquals("2.0.0", hold.versions().get(0).version());
        }
    }

    @Test
    void wiresARestoredPluginAsBefore() throws Exception {
        twoPlugins("one");
        List<BundleVersion> recorded;
        try (BundleHolds.Hold hold = felix.installer.hold(felix.offered("mine"))) {
            recorded = hold.versions();
        }
        base("2.0.0", "two");
        restart();
        assertEquals("two", PlainFelix.call(felix.offered("mine")));
        try (PluginSet set = felix.installer.exactly(recorded)) {
            Bundle restored = java.util.Arrays.stream(felix.context.getBundles())
                    .filter(each -> set.takes(each) && "mine".equals(each.getSymbolicName())).findFirst().orElseThrow();
            assertEquals("one", PlainFelix.call(restored));
            try (BundleHolds.Hold hold = felix.installer.hold(restored)) {
                assertEquals(recorded, hold.versions());
            }
        }
        PlainFelix.await("both to be uninstalled", () -> felix.count("mine") == 1 && felix.count("base") == 1);
    }

    @Test
    void restoresACopyIfThePresentPluginIsWiredToAnotherVersion() throws Exception {
        Path exporter = base("1.0.0", "one");
        felix.installer.scanNow();
        Bundle first = felix.offered("base");
        try (BundleHolds.Hold hold = felix.installer.hold(first)) {
            base("2.0.0", "two");
            new TestJar("mine", "1.0.0").with("Import-Package", "base").against(exporter).activated("base.Word.of()")
                    .writeTo(jar);
            felix.installer.scanNow();
            Bundle mine = felix.offered("mine");
            assertEquals("two", PlainFelix.call(mine));
            List<BundleVersion> recorded = List.of(hold.versions().get(0), felix.installer.version(mine));
            try (PluginSet set = felix.installer.exactly(recorded)) {
                Bundle restored = java.util.Arrays.stream(felix.context.getBundles())
                        .filter(each -> set.takes(each) && "mine".equals(each.getSymbolicName())).findFirst().orElseThrow();
                assertEquals("one", PlainFelix.call(restored));
            }
        }
    }

    @Test
    void aPluginSetDoesNotChangeWhenAPluginIsReplaced() throws Exception {
        mine("1.0.0", "one").writeTo(jar);
        felix.installer.scanNow();
        Bundle first = felix.offered("mine");
        try (PluginSet set = felix.installer.current()) {
            mine("2.0.0", "two").writeTo(jar);
            felix.installer.scanNow();
            assertTrue(set.takes(first));
            assertFalse(set.takes(felix.offered("mine")));
            assertEquals("one one", PlainFelix.call(first));
        }
        PlainFelix.await("the older version to be uninstalled", () -> felix.count("mine") == 1);
    }

    /** Runs that start while a plugin is replaced must use the code that they record. */
    @Test
    void recordsTheCodeThatRunsWhileThePluginIsReplaced() throws Exception {
        List<Path> jars = List.of(mine("1.0.0", "first").writeTo(home.resolve("1.jar")),
                mine("1.0.0", "second").writeTo(home.resolve("2.jar")), mine("2.0.0", "third").writeTo(home.resolve("3.jar")));
        List<String> words = List.of("first first", "second second", "third third");
        List<String> hashes = new ArrayList<>();
        for (Path each : jars) {
            hashes.add(JarContent.of(each).sha256());
        }
        Files.copy(jars.get(0), jar);
        felix.installer.scanNow();
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger runs = new AtomicInteger();
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            clients.add(CompletableFuture.runAsync(() -> {
                try {
                    while (!over.get()) {
                        BundleHolds.Hold hold;
                        Bundle bundle;
                        try (PluginSet set = felix.installer.current()) {
                            bundle = only(set);
                            hold = felix.installer.hold(bundle);
                        }
                        String result = PlainFelix.call(bundle);
                        assertEquals(words.indexOf(result), hashes.indexOf(hold.versions().get(0).sha256()), result);
                        hold.close();
                        runs.incrementAndGet();
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }, task -> new Thread(task).start()));
        }
        for (int swap = 1; swap <= 60; swap++) {
            Path near = Files.copy(jars.get(swap % 3), plugins.resolve(".near"));
            Files.move(near, jar, StandardCopyOption.ATOMIC_MOVE);
            felix.installer.scanNow();
        }
        over.set(true);
        for (CompletableFuture<Void> client : clients) {
            client.get(120, TimeUnit.SECONDS);
        }
        assertTrue(runs.get() > 60, () -> "many runs must have started meanwhile; there were " + runs);
        PlainFelix.await("only the last version to be left", () -> felix.count("mine") == 1);
    }

    @Test
    void offersTheHighestVersionThatStarts() throws Exception {
        mine("1.9.0", "nine").writeTo(plugins.resolve("mine-1.9.0.jar"));
        mine("1.10.0", "ten").writeTo(plugins.resolve("mine-1.10.0.jar"));
        new TestJar("mine", "2.0.0").with("Import-Package", "missing.at.first").saying("new")
                .writeTo(plugins.resolve("mine-2.0.0.jar"));
        felix.installer.scanNow();
        assertEquals("ten ten", PlainFelix.call(felix.offered("mine")));
        new TestJar("other", "1.0.0").with("Export-Package", "missing.at.first")
                .source("missing.at.first.Thing", "package missing.at.first; public final class Thing {}")
                .writeTo(plugins.resolve("other.jar"));
        felix.installer.scanNow();
        assertEquals("new new", PlainFelix.call(felix.offered("mine")));
    }

    @Test
    void doesNotReadAPipeAndLoadsTheOtherFiles() throws Exception {
        Path pipe = plugins.resolve("a.jar");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        mine("1.0.0", "one").writeTo(jar);
        PlainFelix.await("the plugin", () -> felix.offered("mine") != null);
        assertEquals("it must be a regular file; this is a pipe or a device", felix.installer.files().get("a.jar").remark());
    }

    @Test
    void watchesAFolderThatWasRemovedAndCreatedAgain() throws Exception {
        mine("1.0.0", "one").writeTo(jar);
        PlainFelix.await("the plugin", () -> felix.offered("mine") != null);
        Files.delete(jar);
        Files.delete(plugins);
        PlainFelix.await("the plugin to be uninstalled", () -> felix.offered("mine") == null);
        Files.createDirectory(plugins);
        mine("1.0.0", "one").writeTo(jar);
        PlainFelix.await("the plugin again", () -> felix.offered("mine") != null);
    }

    @Test
    void noticesAChangedJarOfTheSameSizeAndTime() throws Exception {
        FileTime time = FileTime.fromMillis(1_700_000_000_000L);
        Path other = home.resolve("other.jar");
        byte[] first = Files.readAllBytes(mine("1.0.0", "abcd").writeTo(other));
        byte[] second = Files.readAllBytes(mine("1.0.0", "abce").writeTo(other));
        assertEquals(first.length, second.length);
        Files.write(jar, first);
        Files.setLastModifiedTime(jar, time);
        PlainFelix.await("the first", () -> felix.offered("mine") != null
                && PlainFelix.call(felix.offered("mine")).startsWith("abcd"));
        // In place: the file keeps its inode.
        Files.write(jar, second);
        Files.setLastModifiedTime(jar, time);
        PlainFelix.await("the second", () -> felix.offered("mine") != null
                && PlainFelix.call(felix.offered("mine")).startsWith("abce"));
    }

    @Test
    void doesNotReplaceShippedBundles() throws Exception {
        Path shipped = mine("1.0.0", "shipped").writeTo(home.resolve("shipped.jar"));
        Bundle bundle = felix.context.installBundle(shipped.toUri().toString());
        bundle.start();
        mine("1.0.0", "mine").writeTo(jar);
        felix.installer.scanNow();
        assertNull(felix.offered("mine"));
        assertTrue(felix.installer.isOffered(bundle));
        assertEquals("shipped shipped", PlainFelix.call(bundle));
        // Its hash is that of its jar, as for plugins.
        assertEquals(JarContent.of(shipped), felix.installer.version(bundle));
    }

    @Test
    void neverWiresAShippedBundleToAPlugin() throws Exception {
        twoPlugins("one");
        Path late =
                new TestJar("late", "1.0.0").with("Import-Package", "base;resolution:=optional").writeTo(home.resolve("l.jar"));
        Bundle bundle;
        try (InputStream in = Files.newInputStream(late)) {
            bundle = felix.context.installBundle("late", in);
        }
        bundle.start();
        assertThrows(ClassNotFoundException.class, () -> bundle.loadClass("base.Word"));
    }

    @Test
    void takesOverThePluginsOfAnEarlierProcess() throws Exception {
        mine("1.0.0", "one").writeTo(jar);
        felix.installer.scanNow();
        felix.close();
        mine("2.0.0", "two").writeTo(jar);
        // The same storage: the framework still has the first version.
        felix = new PlainFelix(home, home.resolve("storage"));
        assertEquals("two two", PlainFelix.call(felix.offered("mine")));
        assertEquals(1, felix.count("mine"));
    }

    /** Exceptions and errors of listeners are logged and do not stop the worker thread. */
    @Test
    void loadsPluginsAlthoughAListenerThrowsErrors() throws Exception {
        for (Error thrown : List.of(new StackOverflowError(), new OutOfMemoryError("of a plugin"), new AssertionError())) {
            AtomicInteger calls = new AtomicInteger();
            Runnable listener = () -> {
                calls.incrementAndGet();
                throw thrown;
            };
            felix.installer.listen(listener);
            mine("1.0.0", "one").writeTo(jar);
            PlainFelix.await("the plugin", () -> felix.offered("mine") != null && calls.get() > 0);
            Files.delete(jar);
            PlainFelix.await("the plugin to be uninstalled", () -> felix.count("mine") == 0 && calls.get() > 1);
            felix.installer.forget(listener);
        }
    }

    @Test
    void skipsAPluginThatHangsWhileItStarts() throws Exception {
        new TestJar("hangs", "1.0.0").saying("").source("plugin.Start", """
                package plugin;
                public final class Start implements org.osgi.framework.BundleActivator {
                    public void start(org.osgi.framework.BundleContext context) throws Exception { Thread.sleep(20_000); }
                    public void stop(org.osgi.framework.BundleContext context) {}
                }
                """).writeTo(plugins.resolve("a.jar"));
        mine("1.0.0", "one").writeTo(jar);
        felix.installer.scanNow();
        assertEquals("one one", PlainFelix.call(felix.offered("mine")));
        assertNull(felix.offered("hangs"));
    }
}
