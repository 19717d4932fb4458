package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** Processes of the application on the machines of a test, each with a home of its own. Needs target/psr.jar. */
final class LabMachines implements AutoCloseable {

    static final Path JAR = Path.of("").toAbsolutePath().getParent().resolve("psr.app/target/psr.jar");

    private static final int PORT = 5711;
    /** Another for each process, below those that the system gives out: two builds may run on one machine. */
    private static final int LOOPBACK_PORT = 20_000 + (int) (ProcessHandle.current().pid() % 1_000) * 10;
    /** How long anything may take, in seconds, on a machine with other things to do. */
    private static final int PATIENCE = 240;

    /**
     * A learner that takes its time without taking the processor's: longer where there is a file 'slow' in the home of the laboratory; and
     * that needs memory for a moment. It notes in the file 'computed' there that it was done.
     */
    private static final String NAPS = """
            public final class Naps implements psr.api.learn.Learner<psr.api.settings.NoSettings> {
                public Class<psr.api.settings.NoSettings> settings() { return psr.api.settings.NoSettings.class; }
                public psr.api.model.Model learn(psr.api.data.Sequences data, psr.api.settings.NoSettings none,
                        psr.api.learn.Run run) {
                    java.nio.file.Path home = java.nio.file.Path.of(System.getProperty("psr.home"));
                    byte[] needed = new byte[%d << 20];
                    try {
                        Thread.sleep(java.nio.file.Files.exists(home.resolve("slow")) ? 3000 : %d);
                        java.nio.file.Files.writeString(home.resolve("computed"), ".", java.nio.file.StandardOpenOption.CREATE,
                                java.nio.file.StandardOpenOption.APPEND);
                    } catch (InterruptedException | java.io.IOException e) {
                        throw new IllegalStateException(e);
                    }
                    return new ConstantModel(data.space().as(psr.api.data.Alphabet.class), %s + needed[0] + run.random("nap").nextDouble());
                }
            }
            """;

    private final Path folder;
    private final Network network;
    private final Map<String, Process> processes = new LinkedHashMap<>();
    private List<String> encryption = List.of();
    private List<String> java = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dpsr.cluster.silence=5",
            "-Dpsr.cluster.merging=3");

    /** Machines numbered from 1; data.txt and the secret of their cluster lie in the folder. */
    LabMachines(Path folder, Network network) throws Exception {
        this.folder = folder;
        this.network = network;
        Files.createFile(secret(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret(), "a secret of sufficient length");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            lines.append(i % 3 == 0 ? "a b a\n" : i % 5 == 0 ? "b b a b\n" : "a a b\n");
        }
        Files.writeString(folder.resolve("data.txt"), lines);
    }

    /**
     * The plugin with the learner {@code naps}.
     *
     * @param first what it gives for the first symbol, so that versions differ
     */
    static PluginJar naps(String version, int milliseconds, int megabytes, int first) {
        return new PluginJar("naps", version).source("Naps", NAPS.formatted(megabytes, milliseconds, first))
                .source("ConstantModel", PluginJar.MODEL).component("Naps", "psr.api.learn.Learner", "naps");
    }

    /** Has members of the cluster encrypt what they say, with one key for all of them. */
    Path encrypt() throws Exception {
        Path keys = KeyTool.make(folder);
        encryption = List.of("--key-store", keys.toString());
        return keys;
    }

    /** Options of Java for what is started from now on, in the place of those that make it start soon and notice faults soon. */
    void java(String... options) {
        java = List.of(options);
    }

    Network network() {
        return network;
    }

    Path secret() {
        return folder.resolve("secret");
    }

    /** The home of a process that is, or will be, started under a name. */
    Path home(String name) throws IOException {
        return Files.createDirectories(folder.resolve("home-" + name));
    }

    /** Where plugins of a process are. */
    Path plugins(String name) throws IOException {
        return Files.createDirectories(home(name).resolve("plugins"));
    }

    /** Starts a command on a machine; its words are in the file of its name. */
    Process start(String name, int machine, String heap, List<String> words) throws Exception {
        return start(JAR, name, machine, heap, words);
    }

    /** Starts a command of another application. */
    Process start(Path jar, String name, int machine, String heap, List<String> words) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap));
        command.addAll(java);
        command.addAll(List.of("-Dpsr.home=" + home(name), "-jar", jar.toString()));
        command.addAll(words);
        Process process = new ProcessBuilder(network.on(machine, command)).directory(folder.toFile())
                .redirectErrorStream(true).redirectOutput(folder.resolve("said-" + name).toFile()).start();
        process.getOutputStream().close();
        processes.put(name, process);
        return process;
    }

    /** Where a member on a machine is. */
    String address(int machine) {
        return network.host(machine) + ":" + port(machine);
    }

    int port(int machine) {
        return network.isReal() ? PORT : LOOPBACK_PORT + machine;
    }

    private String members() {
        return address(1) + "," + address(2) + "," + address(3);
    }

    /** The words that start a worker of one thread. */
    List<String> worker(int machine, String... more) {
        List<String> words = new ArrayList<>(List.of("worker", "--join", members(), "--host", network.host(machine), "--port",
                Integer.toString(port(machine)), "--threads", "1", "--secret-file", secret().toString()));
        words.addAll(encryption);
        words.addAll(List.of(more));
        return words;
    }

    /** A command that has trials computed by workers. */
    List<String> onCluster(int machine, List<String> words) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of("--on", "cluster", "--join", members(), "--host", network.host(machine), "--secret-file",
                secret().toString()));
        all.addAll(encryption);
        return all;
    }

    /** A run of the learner {@code naps}. */
    static List<String> run(String out, int trials, String... more) {
        List<String> words =
                new ArrayList<>(List.of("run", "lines:file=data.txt", "naps", "unigram", "--metrics", "pnll", "--trials",
                        Integer.toString(trials), "--out", out));
        words.addAll(List.of(more));
        return words;
    }

    Process process(String name) {
        return processes.get(name);
    }

    /** Without a word to anybody. */
    void kill(String name) throws InterruptedException {
        processes.get(name).destroyForcibly().waitFor();
    }

    void await(String what, Callable<Boolean> holds) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        while (!holds.call()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited for: " + what + "\n" + words());
            }
            Thread.sleep(50);
        }
    }

    /** Waits until a process has said something so often. */
    void awaitWord(String name, String words, int times) throws Exception {
        Process process = processes.get(name);
        await(name + ": " + words, () -> {
            boolean alive = process.isAlive();
            boolean found = said(name).split(Pattern.quote(words), -1).length > times;
            assertTrue(found || alive, () -> name + " ended before it said: " + words + "\n" + words());
            return found;
        });
    }

    /** What a process has said. */
    String said(String name) throws IOException {
        return Files.readString(folder.resolve("said-" + name));
    }

    /** What all have said. */
    String words() {
        StringBuilder all = new StringBuilder();
        for (String name : processes.keySet()) {
            try {
                all.append("--- ").append(name).append('\n').append(said(name));
            } catch (IOException e) {
                all.append(e);
            }
        }
        return all.toString();
    }

    /** Waits until a command has ended so. */
    void ends(String name, int code) throws Exception {
        assertTrue(processes.get(name).waitFor(PATIENCE, TimeUnit.SECONDS), this::words);
        assertEquals(code, processes.get(name).exitValue(), this::words);
    }

    /** How many trials are finished in a run's folder; each number once, or the test has failed. */
    long trials(String out) throws IOException {
        Path file = folder.resolve(out).resolve("trials.jsonl");
        try (var lines = Files.exists(file) ? Files.lines(file) : Stream.<String>empty()) {
            List<String> numbers = lines.filter(line -> line.contains("\"last\":true"))
                    .map(line -> line.replaceAll(".*\"trial\":([0-9]+).*", "$1")).toList();
            assertEquals(numbers.stream().distinct().count(), numbers.size(), "a trial counts once");
            return numbers.size();
        }
    }

    /** How many trials a process has computed, whether or not they counted. */
    long computed(String name) throws IOException {
        Path file = home(name).resolve("computed");
        return Files.exists(file) ? Files.size(file) : 0;
    }

    byte[] summary(String out) throws IOException {
        return Files.readAllBytes(folder.resolve(out).resolve("summary.csv"));
    }

    @Override
    public void close() {
        processes.values().forEach(process -> process.destroyForcibly().onExit().join());
        try {
            network.remove();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
