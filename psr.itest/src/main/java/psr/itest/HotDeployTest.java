package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Jars that come into the plugins folder of the running application, change there, and go. */
public class HotDeployTest {

    private static final String LEARNER = "psr.api.learn.Learner";
    private static final String RUN = "psr:run ring:sequences=60 %s --trials 1 --metrics pnll";

    private final Path jar = Shell.plugins().resolve("mine.jar");

    @BeforeEach
    @AfterEach
    public void emptyThePluginsFolder() throws Exception {
        System.clearProperty("psr.itest.waiting");
        System.clearProperty("psr.itest.gate");
        try (Stream<Path> files = Files.list(Shell.plugins())) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Shell.await("no plugin", () -> Stream.of(Shell.CONTEXT.getBundles())
                .noneMatch(bundle -> bundle.getSymbolicName().startsWith("mine")));
    }

    /** The line of psr:plugins about a file. */
    private static String line(String file) throws Exception {
        return Shell.type("psr:plugins").lines().filter(line -> line.startsWith(file + " ")).findFirst().orElse("");
    }

    private static void rejected(String file, String reason) throws Exception {
        Shell.await(file + " to be rejected: " + reason,
                () -> line(file).contains(" rejected ") && line(file).contains(reason));
    }

    private static boolean learner(String name, String bundle) throws Exception {
        return Shell.type("psr:learners").lines().anyMatch(line -> line.startsWith(name + " ")
                && line.endsWith(bundle));
    }

    @Test
    public void aJarComesIsReplacedAndGoes(TestReporter reporter) throws Exception {
        new PluginJar("mine", "1.0.0").learner("constant", 2).writeTo(jar);
        Duration come = Shell.await("the learner", () -> learner("constant", "mine 1.0.0"));
        assertTrue(line("mine.jar").contains(" active "), line("mine.jar"));
        assertTrue(line("mine.jar").contains("learner 'constant'"), line("mine.jar"));
        String first = Shell.type(RUN.formatted("constant"));

        new PluginJar("mine", "1.1.0").learner("constant", 50).writeTo(jar);
        Duration replaced = Shell.await("the newer learner", () -> learner("constant", "mine 1.1.0"));
        assertNotEquals(first, Shell.type(RUN.formatted("constant")));

        Files.delete(jar);
        Duration gone = Shell.await("the learner to go", () -> !Shell.type("psr:learners").contains("constant"));
        assertEquals("", line("mine.jar"));
        reporter.publishEntry("come, replaced, gone (ms)",
                come.toMillis() + ", " + replaced.toMillis() + ", " + gone.toMillis());
    }

    @Test
    public void aJarUnderAnotherNameReplacesToo() throws Exception {
        new PluginJar("mine", "1.0.0").learner("constant", 2).writeTo(jar);
        Shell.await("the learner", () -> learner("constant", "mine 1.0.0"));
        Files.delete(jar);
        new PluginJar("mine", "2.0.0").learner("constant", 2).writeTo(Shell.plugins().resolve("mine-2.jar"));
        Shell.await("the newer learner", () -> learner("constant", "mine 2.0.0"));
    }

    @Test
    public void ofTwoVersionsSideBySideTheHigherOneIsUsed() throws Exception {
        Path older = Shell.plugins().resolve("mine-1.9.0.jar");
        Path newer = Shell.plugins().resolve("mine-1.10.0.jar");
        for (List<Path> order : List.of(List.of(older, newer), List.of(newer, older))) {
            for (Path file : order) {
                String version = file.equals(older) ? "1.9.0" : "1.10.0";
                new PluginJar("mine", version).learner("constant", 2).writeTo(file);
                Shell.await(file + " to be taken", () -> !line(file.getFileName().toString()).isEmpty()
                        && !line(file.getFileName().toString()).contains(" waiting "));
            }
            Shell.await("the newer learner", () -> learner("constant", "mine 1.10.0"));
            Shell.await("the older one to be superseded", () -> line("mine-1.9.0.jar").contains(" superseded ")
                    && line("mine-1.9.0.jar").endsWith("superseded by mine 1.10.0; delete it"));
            assertTrue(line("mine-1.10.0.jar").contains(" active "), line("mine-1.10.0.jar"));
            emptyThePluginsFolder();
        }
    }

    @Test
    public void aCorruptFileIsRejectedAndHealsWhenItIsReplaced() throws Exception {
        Files.writeString(jar, "PK this is no jar");
        rejected("mine.jar", "the file is corrupt");
        new PluginJar("mine", "1.0.0").learner("constant", 2).writeTo(jar);
        Shell.await("the learner", () -> learner("constant", "mine 1.0.0"));
    }

    @Test
    public void aJarCutShortIsRejected() throws Exception {
        Path whole = new PluginJar("mine", "1.0.0").learner("constant", 2)
                .writeTo(Files.createTempDirectory("whole").resolve("whole.jar"));
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(jar, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        rejected("mine.jar", "the file is corrupt or truncated");
    }

    @Test
    public void aPlainJarIsRejected() throws Exception {
        try (OutputStream out = Files.newOutputStream(jar); JarOutputStream plain = new JarOutputStream(out)) {
            plain.putNextEntry(new ZipEntry("notes.txt"));
            plain.closeEntry();
        }
        rejected("mine.jar", "not an OSGi bundle");
    }

    @Test
    public void aFileThatIsNoJarIsIgnored() throws Exception {
        // A copy under way: a whole bundle, under a name that it will not keep.
        new PluginJar("mine.half", "1.0.0").learner("half", 2).writeTo(Shell.plugins().resolve("half.jar.part"));
        new PluginJar("mine", "1.0.0").learner("constant", 2).writeTo(jar);
        Shell.await("the learner", () -> learner("constant", "mine 1.0.0"));
        assertTrue(line("half.jar.part").contains(" ignored "), line("half.jar.part"));
        assertFalse(learner("half", "mine.half 1.0.0"));
    }

    @Test
    public void aNewerApiThanThisLabsIsNamed() throws Exception {
        new PluginJar("mine", "1.0.0").learner("constant", 2)
                .with("Import-Package", "psr.api.learn;version='[2,3)',*").writeTo(jar);
        rejected("mine.jar", "needs psr.api.learn 2.x, this lab has 1.0");
        assertFalse(Shell.type("psr:learners").contains("constant"));
    }

    @Test
    public void severalPackagesOfANewerApiAreOneSentence() throws Exception {
        new PluginJar("mine", "1.0.0").learner("constant", 2)
                .with("Import-Package", "psr.api.learn;version='[2,3)',psr.api.model;version='[2,3)',*").writeTo(jar);
        rejected("mine.jar", "needs psr.api 2.x (psr.api.learn, psr.api.model), this lab has 1.0");
    }

    @Test
    public void aPackageThatNobodyProvidesIsNamed() throws Exception {
        new PluginJar("mine", "1.0.0").learner("constant", 2).with("Import-Package", "foo.bar,*").writeTo(jar);
        rejected("mine.jar", "needs the package foo.bar, which no bundle provides");
    }

    @Test
    public void aNameThatIsTakenStaysWithItsOwner() throws Exception {
        String before = Shell.type(RUN.formatted("2sr:rank=3"));
        new PluginJar("mine", "1.0.0").learner("2sr", 2).writeTo(jar);
        rejected("mine.jar", "its learner '2sr' is not used, the name belongs to psr.spectral 1.0.0");
        assertEquals(before, Shell.type(RUN.formatted("2sr:rank=3")));
    }

    @Test
    public void aLearnerWithoutANameIsRejected() throws Exception {
        new PluginJar("mine", "1.0.0").learner("", 2).writeTo(jar);
        rejected("mine.jar", "it must have the service property psr.name");
    }

    @Test
    public void reportsWhyAComponentFailsToStart() throws Exception {
        new PluginJar("mine", "1.0.0").source("Broken", """
                public final class Broken implements psr.api.learn.Learner<psr.api.settings.NoSettings> {
                    public Broken() { throw new IllegalStateException("no licence found"); }
                    public Class<psr.api.settings.NoSettings> settings() { return psr.api.settings.NoSettings.class; }
                    public psr.api.model.Model learn(psr.api.data.Sequences data, psr.api.settings.NoSettings none,
                            psr.api.learn.Run run) { return null; }
                }
                """).component("Broken", LEARNER, "broken").writeTo(jar);
        rejected("mine.jar", "IllegalStateException: no licence found");
    }

    @Test
    public void reportsWhyAnActivatorFails() throws Exception {
        new PluginJar("mine", "1.0.0").source("Start", """
                public final class Start implements Runnable { public void run() {} }
                """).with("Bundle-Activator", "plugin.Start").writeTo(jar);
        rejected("mine.jar", "it does not start: ");
    }

    @Test
    public void aRunningTrialKeepsTheLearnerItStartedWith() throws Exception {
        new PluginJar("mine", "1.0.0").source("Slow", SLOW).source("Late", LATE)
                .source("ConstantModel", PluginJar.MODEL)
                .component("Slow", LEARNER, "slow").writeTo(jar);
        Shell.await("the learner", () -> learner("slow", "mine 1.0.0"));
        System.setProperty("psr.itest.gate", "open");
        String undisturbed = Shell.type(RUN.formatted("slow"));

        for (boolean replaced : List.of(true, false)) {
            System.clearProperty("psr.itest.waiting");
            System.clearProperty("psr.itest.gate");
            CompletableFuture<String> run = CompletableFuture.supplyAsync(() -> {
                try {
                    return Shell.type(RUN.formatted("slow"));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            Shell.await("the trial to be under way", () -> {
                assertFalse(run.isDone(), () -> "the run must wait; it ended with "
                        + run.handle((table, e) -> e == null ? table : e.toString()).join());
                return System.getProperty("psr.itest.waiting") != null;
            });
            if (replaced) {
                new PluginJar("mine", "2.0.0").learner("slow", 50).writeTo(jar);
                Shell.await("the newer learner", () -> learner("slow", "mine 2.0.0"));
            } else {
                Files.delete(jar);
                Shell.await("the learner to go", () -> !Shell.type("psr:learners").contains("slow"));
            }
            System.setProperty("psr.itest.gate", "open");
            assertEquals(undisturbed, run.get(30, TimeUnit.SECONDS));
            if (replaced) {
                assertNotEquals(undisturbed, Shell.type(RUN.formatted("slow")));
                new PluginJar("mine", "1.0.0").source("Slow", SLOW).source("Late", LATE)
                        .source("ConstantModel", PluginJar.MODEL).component("Slow", LEARNER, "slow").writeTo(jar);
                Shell.await("the first learner again", () -> learner("slow", "mine 1.0.0"));
            }
        }
    }

    /** Waits for the gate, then uses a class, its own and one of psr.api, that nothing has touched before. */
    private static final String SLOW = """
            public final class Slow implements psr.api.learn.Learner<psr.api.settings.NoSettings> {
                public Class<psr.api.settings.NoSettings> settings() { return psr.api.settings.NoSettings.class; }
                public psr.api.model.Model learn(psr.api.data.Sequences data, psr.api.settings.NoSettings none,
                        psr.api.learn.Run run) {
                    System.setProperty("psr.itest.waiting", "yes");
                    while (System.getProperty("psr.itest.gate") == null && !run.cancelled()) {
                        Thread.onSpinWait();
                    }
                    return Late.model(data);
                }
            }
            """;

    private static final String LATE = """
            final class Late {
                static psr.api.model.Model model(psr.api.data.Sequences data) {
                    psr.api.settings.Spelling.nearest("late", java.util.List.of("later"));
                    java.util.function.Supplier<psr.api.model.Model> made = () -> new ConstantModel(data.space().as(psr.api.data.Alphabet.class), 2);
                    return made.get();
                }
            }
            """;
}
