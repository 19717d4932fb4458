package psr.itest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What no laboratory can contain, a plugin that ends the process, loses no finished trial. Needs target/psr.jar. */
public class ExitTest {

    private static final String LEARN = """
            public final class Leaves implements psr.api.learn.Learner<psr.api.settings.NoSettings> {
                private static int calls;
                public Class<psr.api.settings.NoSettings> settings() { return psr.api.settings.NoSettings.class; }
                public psr.api.model.Model learn(psr.api.data.Sequences data, psr.api.settings.NoSettings none,
                        psr.api.learn.Run run) {
                    if (++calls == %s) {
                        System.exit(0);
                    }
                    return new ConstantModel(data.space().as(psr.api.data.Alphabet.class), %s);
                }
            }
            """;

    /** Waits in its third trial until the process is killed, unless that has been before. */
    private static final String WAIT = """
            public final class Waits implements psr.api.learn.Learner<psr.api.settings.NoSettings> {
                private static int calls;
                public Class<psr.api.settings.NoSettings> settings() { return psr.api.settings.NoSettings.class; }
                public psr.api.model.Model learn(psr.api.data.Sequences data, psr.api.settings.NoSettings none,
                        psr.api.learn.Run run) {
                    java.io.File waits = new java.io.File(System.getProperty("psr.home"), "waits");
                    try {
                        if (++calls == 3 && waits.createNewFile()) {
                            new java.util.concurrent.CountDownLatch(1).await();
                        }
                    } catch (java.io.IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return new ConstantModel(data.space().as(psr.api.data.Alphabet.class), %s);
                }
            }
            """;

    /** Shows from outside that a version has started. */
    private static final String TAKEN = """
            public final class Taken {
                public Taken() throws java.io.IOException {
                    new java.io.File(System.getProperty("psr.home"), "taken").createNewFile();
                }
            }
            """;

    /** Ignores interrupts: a start that does not is interrupted after its time limit. */
    private static final String WAITING = """
            for (;;) {
                try {
                    new java.util.concurrent.CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    continue;
                }
            }
            """;
    private static final String BLOCK = """
            public final class Blocks implements org.osgi.framework.BundleActivator {
                public void start(org.osgi.framework.BundleContext context) throws Exception { %s }
                public void stop(org.osgi.framework.BundleContext context) throws Exception { %s }
            }
            """;

    @TempDir
    Path home;

    @Test
    @LongTest
    public void aRunContinuesWithItsOwnPluginAfterReplacementAndKill() throws Exception {
        Path jar = Files.createDirectories(home.resolve("plugins")).resolve("mine.jar");
        waiting("1.0.0", 2).writeTo(jar);
        Path waits = Files.createFile(home.resolve("waits"));
        assertEquals(0, run("undisturbed", "waits"));
        Files.delete(waits);

        Process process = start(arguments("run", "waits"));
        try {
            Shell.await("the third trial", () -> Files.exists(waits));
            waiting("1.0.1", 50).source("Taken", TAKEN).component("Taken", "", "").writeTo(jar);
            Shell.await("the new version", () -> Files.exists(home.resolve("taken")));
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertEquals(128 + 9, process.exitValue(), "killed, with no word to anybody");
        List<String> before = Files.readAllLines(home.resolve("run/trials.jsonl"));
        assertEquals(6, before.size(), "two trials of three rows, with the true model's");

        assertEquals(0, psr("resume", home.resolve("run").toString()));
        assertTrue(said().contains("2 of 4 trials are saved in"), said());
        assertEquals(before, Files.readAllLines(home.resolve("run/trials.jsonl")).subList(0, 6));
        assertArrayEquals(Files.readAllBytes(home.resolve("undisturbed/summary.csv")),
                Files.readAllBytes(home.resolve("run/summary.csv")));
        // The other version would have been seen.
        assertEquals(0, run("other", "waits"));
        assertNotEquals(Files.readString(home.resolve("other/summary.csv")), Files.readString(home.resolve("run/summary.csv")));
    }

    @Test
    @LongTest
    public void aRunContinuesWithItsOwnPluginAfterThatEndedTheProcess() throws Exception {
        Path jar = Files.createDirectories(home.resolve("plugins")).resolve("mine.jar");
        plugin("1.0.0", 0, 2).writeTo(jar);
        assertEquals(0, run("undisturbed"));
        Files.delete(jar);

        plugin("1.0.0", 3, 2).writeTo(jar);
        assertEquals(1, run("run"), "unfinished work is a failure, whatever the plugin says");
        assertTrue(said().contains("psr: plugin.Leaves.learn ended the process (System.exit) before its work was finished"),
                said());
        List<String> before = Files.readAllLines(home.resolve("run/trials.jsonl"));

        // Another version, with other numbers: the run began with the first one, which is kept.
        plugin("1.0.1", 0, 50).writeTo(jar);
        assertEquals(0, psr("resume", home.resolve("run").toString()));
        assertTrue(said().contains("2 of 4 trials are saved in"), said());
        List<String> after = Files.readAllLines(home.resolve("run/trials.jsonl"));
        // Two trials of three rows (with the oracle's) were finished, and are as they were.
        assertEquals(before.subList(0, 6), after.subList(0, 6));
        assertEquals(Files.readString(home.resolve("undisturbed/summary.csv")),
                Files.readString(home.resolve("run/summary.csv")));
    }

    /** The framework waits for an activator without a time limit. */
    @Test
    public void theProcessEndsAlthoughAnActivatorBlocks() throws Exception {
        Path jar = Files.createDirectories(home.resolve("plugins")).resolve("mine.jar");
        for (String blocked : List.of("start", "stop")) {
            new PluginJar("mine", "1.0.0").source("Blocks", BLOCK.formatted(blocked.equals("start") ? WAITING : "",
                    blocked.equals("stop") ? WAITING : "")).with("Bundle-Activator", "plugin.Blocks").writeTo(jar);
            assertEquals(0, psr("version"), "blocks in " + blocked);
            assertTrue(said().contains("psr: the process is ended although not all plugins have stopped within 9 s"), said());
        }
    }

    @Test
    public void aRunWithoutItsPluginNamesItAndContinuesAnyway() throws Exception {
        Path jar = Files.createDirectories(home.resolve("plugins")).resolve("mine.jar");
        plugin("1.0.0", 3, 2).writeTo(jar);
        assertEquals(1, run("run"));
        plugin("1.0.1", 0, 2).writeTo(jar);
        try (Stream<Path> kept = Files.list(home.resolve("kept"))) {
            for (Path file : kept.toList()) {
                Files.delete(file);
            }
        }
        assertEquals(2, psr("resume", home.resolve("run").toString()));
        assertTrue(said().contains("the run started with mine 1.0.0 ("), said());
        assertTrue(said().contains("present: 1.0.1; put that jar back into plugins/"), said());
        assertEquals(0, psr("resume", home.resolve("run").toString(), "--anyway"));
        assertTrue(said().lines().anyMatch(line -> line.startsWith("leaves ") && line.endsWith(" 4")), said());
    }

    private int run(String folder) throws Exception {
        return run(folder, "leaves");
    }

    private int run(String folder, String learner) throws Exception {
        return psr(arguments(folder, learner));
    }

    private String[] arguments(String folder, String learner) {
        return new String[] {"run", "ring:sequences=60", "unigram", learner, "--trials", "4", "--threads", "1", "--metrics",
                "pnll", "--out", home.resolve(folder).toString()};
    }

    private static PluginJar waiting(String version, int first) {
        return new PluginJar("mine", version).source("Waits", WAIT.formatted(first))
                .source("ConstantModel", PluginJar.MODEL).component("Waits", "psr.api.learn.Learner", "waits");
    }

    private static PluginJar plugin(String version, int last, int first) {
        return new PluginJar("mine", version).source("Leaves", LEARN.formatted(last, first))
                .source("ConstantModel", PluginJar.MODEL).component("Leaves", "psr.api.learn.Learner", "leaves");
    }

    private String said() throws Exception {
        return Files.readString(home.resolve("said"));
    }

    /** The exit code of a process of its own. */
    private int psr(String... arguments) throws Exception {
        Process process = start(arguments);
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the process must end; it said " + said());
        }
        return process.exitValue();
    }

    private Process start(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dpsr.home=" + home, "-jar", Shell.tree().resolve("psr.app/target/psr.jar").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(home.resolve("said").toFile()).start();
        process.getOutputStream().close();
        return process;
    }
}
