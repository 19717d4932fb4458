package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
                public psr.api.model.Model learn(psr.api.data.TrainingData data, psr.api.settings.NoSettings none,
                        psr.api.learn.Run run) {
                    if (++calls == %s) {
                        System.exit(3);
                    }
                    return new ConstantModel(data.alphabet(), %s);
                }
            }
            """;

    @TempDir
    Path home;

    @Test
    public void aRunGoesOnWithItsOwnPluginAfterThatEndedTheProcessAndWasReplaced() throws Exception {
        Path jar = Files.createDirectories(home.resolve("plugins")).resolve("mine.jar");
        plugin("1.0.0", 0, 2).writeTo(jar);
        assertEquals(0, run("undisturbed"));
        Files.delete(jar);

        plugin("1.0.0", 3, 2).writeTo(jar);
        assertEquals(3, run("run"));
        List<String> before = Files.readAllLines(home.resolve("run/trials.jsonl"));

        // Another version, with other numbers: the run began with the first one, which is kept.
        plugin("1.0.1", 0, 50).writeTo(jar);
        assertEquals(0, psr("resume", home.resolve("run").toString()));
        assertTrue(said().contains("2 of 4 trials are in"), said());
        List<String> after = Files.readAllLines(home.resolve("run/trials.jsonl"));
        // Two trials of three rows (with the oracle's) were finished, and are as they were.
        assertEquals(before.subList(0, 6), after.subList(0, 6));
        assertEquals(Files.readString(home.resolve("undisturbed/summary.csv")), Files.readString(home.resolve("run/summary.csv")));
    }

    @Test
    public void aRunWhosePluginIsNowhereSaysWhatIsMissingAndGoesOnAnyway() throws Exception {
        Path jar = Files.createDirectories(home.resolve("plugins")).resolve("mine.jar");
        plugin("1.0.0", 3, 2).writeTo(jar);
        assertEquals(3, run("run"));
        plugin("1.0.1", 0, 2).writeTo(jar);
        try (Stream<Path> kept = Files.list(home.resolve("kept"))) {
            for (Path file : kept.toList()) {
                Files.delete(file);
            }
        }
        assertEquals(2, psr("resume", home.resolve("run").toString()));
        assertTrue(said().contains("the run began with mine 1.0.0 ("), said());
        assertTrue(said().contains("present: 1.0.1; put that jar back into plugins/"), said());
        assertEquals(0, psr("resume", home.resolve("run").toString(), "--anyway"));
        assertTrue(said().lines().anyMatch(line -> line.startsWith("leaves ") && line.endsWith(" 4")), said());
    }

    private int run(String folder) throws Exception {
        return psr("run", "ring:sequences=60", "unigram", "leaves", "--trials", "4", "--threads", "1", "--metrics", "pnll", "--out",
                home.resolve(folder).toString());
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
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dpsr.home=" + home, "-jar", Shell.tree().resolve("psr.launcher/target/psr.jar").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(home.resolve("said").toFile()).start();
        process.getOutputStream().close();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the process must end; it said " + said());
        }
        return process.exitValue();
    }
}
