package psr.itest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes of the application as a cluster, on machines of their own where the test can make them. */
public class ClusterTest {

    private static final int PORT = 5711;
    /** How long anything may take, in seconds, on a machine with other things to do. */
    private static final int PATIENCE = 180;

    /** Takes its time without taking the processor's. */
    private static final String NAP = """
            public final class Naps implements psr.api.learn.Learner<psr.api.settings.NoSettings> {
                public Class<psr.api.settings.NoSettings> settings() { return psr.api.settings.NoSettings.class; }
                public psr.api.model.Model learn(psr.api.data.TrainingData data, psr.api.settings.NoSettings none,
                        psr.api.learn.Run run) {
                    try {
                        Thread.sleep(250);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return new ConstantModel(data.alphabet(), 1 + run.random("nap").nextDouble());
                }
            }
            """;

    @TempDir
    Path folder;

    private final Map<String, Process> processes = new LinkedHashMap<>();
    private Network network;

    @AfterEach
    void stop() throws Exception {
        for (Process process : processes.values()) {
            process.destroyForcibly().waitFor();
        }
        if (network != null) {
            network.remove();
        }
    }

    /** Starts a command on a machine; its words are in the file of its name. */
    private Process start(String name, int machine, String heap, String... words) throws Exception {
        Path home = Files.createDirectories(folder.resolve("home-" + name));
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dpsr.home=" + home,
                "-Dpsr.cluster.silence=5", "-Dpsr.cluster.merging=3", "-jar",
                Shell.tree().resolve("psr.launcher/target/psr.jar").toString()));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(network.on(machine, command)).directory(folder.toFile())
                .redirectErrorStream(true).redirectOutput(said(name).toFile()).start();
        process.getOutputStream().close();
        processes.put(name, process);
        return process;
    }

    private Path said(String name) {
        return folder.resolve("said-" + name);
    }

    private String address(int machine) {
        return network.host(machine) + ":" + (network.isReal() ? PORT : PORT + machine);
    }

    private Process worker(String name, int machine, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("worker", "--join", address(1) + "," + address(2) + "," + address(3),
                "--host", network.host(machine), "--port", address(machine).replaceAll(".*:", ""), "--threads", "1",
                "--secret-file", folder.resolve("secret").toString()));
        words.addAll(List.of(more));
        return start(name, machine, "200m", words.toArray(new String[0]));
    }

    private void await(String what, Callable<Boolean> holds) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (!holds.call()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited for: " + what + "\n" + all());
            }
            Thread.sleep(50);
        }
    }

    private String all() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String name : processes.keySet()) {
            all.append("--- ").append(name).append('\n').append(Files.readString(said(name)));
        }
        return all.toString();
    }

    private void awaitWord(String name, String words, int times) throws Exception {
        Process process = processes.get(name);
        await(name + ": " + words, () -> {
            boolean alive = process.isAlive();
            boolean found = Files.readString(said(name)).split(Pattern.quote(words), -1).length > times;
            assertTrue(found || alive, () -> name + " ended before it said: " + words + "\n" + words());
            return found;
        });
    }

    private void secret(String name, String text) throws Exception {
        Path file = folder.resolve(name);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }

    private void prepare() throws Exception {
        secret("secret", "a secret of sufficient length");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            lines.append(i % 3 == 0 ? "a b a\n" : i % 5 == 0 ? "b b a b\n" : "a a b\n");
        }
        Files.writeString(folder.resolve("data.txt"), lines);
        new PluginJar("naps", "1.0.0").source("Naps", NAP).source("ConstantModel", PluginJar.MODEL)
                .component("Naps", "psr.api.learn.Learner", "naps").writeTo(folder.resolve("naps.jar"));
        for (String name : List.of("home-submitter", "home-again", "home-local")) {
            Files.copy(folder.resolve("naps.jar"), Files.createDirectories(folder.resolve(name).resolve("plugins"))
                    .resolve("naps.jar"));
        }
    }

    private String[] run(String out, String... more) {
        List<String> words = new ArrayList<>(List.of("run", "lines:file=data.txt", "naps", "unigram", "--metrics", "pnll", "--trials",
                "120", "--out", out));
        words.addAll(List.of(more));
        return words.toArray(new String[0]);
    }

    private String[] onCluster(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--on", "cluster", "--join", address(1) + "," + address(2) + "," + address(3), "--host",
                network.host(4), "--secret-file", folder.resolve("secret").toString()));
        return all.toArray(new String[0]);
    }

    private long trials(String out) throws IOException {
        Path file = folder.resolve(out).resolve("trials.jsonl");
        try (var lines = Files.exists(file) ? Files.lines(file) : Stream.<String>empty()) {
            return lines.filter(line -> line.contains("\"last\":true")).count();
        }
    }

    private void ends(String name, int code) throws Exception {
        Process process = processes.get(name);
        assertTrue(process.waitFor(PATIENCE, TimeUnit.SECONDS), this::words);
        assertEquals(code, process.exitValue(), this::words);
    }

    private String words() {
        try {
            return all();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /**
     * Of three workers one is killed, one is cut off, or frozen where nothing can be cut, and comes back; the one who submits is
     * killed too, and continues. A fourth worker may not take plugins. The bytes are those of one process.
     */
    @Test
    public void nothingIsLostAndNothingCountsTwiceWhateverHappensToWorkers() throws Exception {
        network = Network.of(5);
        prepare();
        worker("one", 1, "--take-plugins");
        awaitWord("one", "worker at " + address(1), 1);
        worker("two", 2, "--take-plugins");
        worker("three", 3, "--take-plugins");
        worker("careful", 5);
        for (String name : List.of("two", "three", "careful")) {
            awaitWord(name, "worker at ", 1);
        }
        start("submitter", 4, "300m", onCluster(run("run")));
        await("some trials", () -> trials("run") >= 6);
        awaitWord("submitter", address(5) + " takes no work of this run: lacks naps 1.0.0", 1);
        for (String name : List.of("one", "two", "three")) {
            awaitWord(name, "took the plugin naps 1.0.0", 1);
        }

        processes.get("one").destroyForcibly().waitFor();
        awaitWord("submitter", address(1) + " does not finish what it was given", 1);
        if (network.isReal()) {
            network.cut(2);
        } else {
            Network.signal(processes.get("two"), "STOP");
        }
        awaitWord("submitter", address(2) + " does not finish what it was given", 1);
        long before = trials("run");
        await("trials go on", () -> trials("run") >= before + 2);

        // The one who submits is killed; what it had given out is computed by nobody.
        processes.get("submitter").destroyForcibly().waitFor();
        long kept = trials("run");
        assertTrue(kept > 0 && kept < 120, () -> kept + " trials, with some left to do");
        start("again", 4, "300m", onCluster("resume", "run"));
        awaitWord("again", kept + " of 120 trials are in run", 1);
        awaitWord("again", address(3) + " takes part", 1);
        if (network.isReal()) {
            network.mend(2);
        } else {
            Network.signal(processes.get("two"), "CONT");
        }
        awaitWord("again", address(2) + " takes part", 1);
        ends("again", 0);

        start("local", 4, "300m", run("local", "--threads", "12"));
        ends("local", 0);
        assertArrayEquals(Files.readAllBytes(folder.resolve("local/summary.csv")),
                Files.readAllBytes(folder.resolve("run/summary.csv")));
        assertEquals(120, trials("run"));
        assertTrue(Files.readString(folder.resolve("run/experiment.json")).contains("data.txt"), "the hash of the file is noted");
        assertFalse(Files.readString(said("careful")).contains("computes for"), this::words);
    }
}
