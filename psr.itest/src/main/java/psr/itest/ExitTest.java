package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

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
                    return new ConstantModel(data.alphabet(), 2);
                }
            }
            """;

    @TempDir
    Path home;

    @Test
    public void aRunGoesOnAfterAPluginEndedTheProcess() throws Exception {
        Path jar = Files.createDirectories(home.resolve("plugins")).resolve("mine.jar");
        plugin("1.0.0", 3).writeTo(jar);
        String run = home.resolve("run").toString();
        assertEquals(3, psr("run", "ring:sequences=60", "unigram", "leaves", "--trials", "4", "--threads", "1",
                "--metrics", "pnll", "--out", run));
        List<String> before = Files.readAllLines(home.resolve("run/trials.jsonl"));

        // Mended: the laboratory insists on being told that results of two versions may be mixed.
        plugin("1.0.1", 0).writeTo(jar);
        assertEquals(2, psr("resume", run));
        assertTrue(said().contains("mine was 1.0.0"), said());
        assertEquals(0, psr("resume", run, "--anyway"));
        assertTrue(said().contains("2 of 4 trials are in"), said());
        List<String> after = Files.readAllLines(home.resolve("run/trials.jsonl"));
        // Two trials of three rows (with the oracle's) were finished, and are as they were.
        assertEquals(before.subList(0, 6), after.subList(0, 6));
        assertTrue(said().lines().anyMatch(line -> line.startsWith("leaves ") && line.endsWith(" 4")), said());
    }

    private static PluginJar plugin(String version, int last) {
        return new PluginJar("mine", version).source("Leaves", LEARN.formatted(last))
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
