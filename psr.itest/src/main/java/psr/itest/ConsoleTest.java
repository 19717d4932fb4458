package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The process and its terminal: signals, pipes, locales, commands of the framework. Needs target/psr.jar. */
public class ConsoleTest {

    @TempDir
    Path home;

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String jar() {
        return Shell.tree().resolve("psr.app/target/psr.jar").toString();
    }

    private Process start(List<String> command, String input) throws IOException {
        Process process = new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(false)
                .redirectOutput(home.resolve("out").toFile()).redirectError(home.resolve("err").toFile()).start();
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        return process;
    }

    private List<String> psr(String... words) {
        List<String> command = new ArrayList<>(List.of(java(), "-Dpsr.home=" + home, "-Duser.home=" + home, "-jar", jar()));
        command.addAll(List.of(words));
        return command;
    }

    private static int ended(Process process) throws InterruptedException {
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the process must end");
        }
        return process.exitValue();
    }

    private String out() throws IOException {
        return Files.readString(home.resolve("out"), StandardCharsets.UTF_8);
    }

    private String err() throws IOException {
        return Files.readString(home.resolve("err"), StandardCharsets.UTF_8);
    }

    @Test
    public void theShellHasTheCommandsOfTheFrameworkAndFollowsCd() throws Exception {
        Files.createDirectories(home.resolve("sub/runs"));
        assertEquals(0, ended(start(psr(), "headers 0\nhelp lb\nhelp run\ncd sub\nruns\nexit\n")), err());
        String said = out();
        assertTrue(said.contains("Bundle-SymbolicName = org.apache.felix.framework"), said);
        assertTrue(said.contains("felix:lb  list all installed bundles"), said);
        assertTrue(said.contains("run PRESET            an experiment that comes with the lab"), said);
        assertTrue(said.matches("(?s).*no runs in \\S*sub/runs\n.*"), "there is a folder runs in sub: " + said);
    }

    @Test
    public void predictInTheShellAnswersEachLineAndEndsWithItsInput() throws Exception {
        Path model = home.resolve("m.json");
        Path data = Files.writeString(home.resolve("data.txt"), "a b\na b\na\n".repeat(20));
        Shell.type("psr:train " + Shell.word("lines:file=" + data) + " unigram --model " + Shell.word(model));
        assertEquals(0, ended(start(psr(), "predict m.json --top 1\na\na b\n")), err());
        assertEquals(2, out().lines().filter(line -> line.contains("a,0.")).count(), out());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    public void reportsWhatWasSavedOnSigterm() throws Exception {
        Process process = start(psr("run", "ring:sequences=100", "unigram", "--trials", "1000000", "--out", "run"), "");
        // From its first line of progress on it is followed.
        Shell.await("the first trial", () -> Files.size(home.resolve("err")) > 0 || !process.isAlive());
        process.destroy();
        assertEquals(143, ended(process), err());
        assertTrue(err().contains("psr: stopped after "), err());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    public void aReaderThatGoesIsNoFailure() throws Exception {
        Path model = home.resolve("m.json");
        Path data = Files.writeString(home.resolve("data.txt"), "a b\na b\na\n".repeat(20));
        Shell.type("psr:train " + Shell.word("lines:file=" + data) + " unigram --model " + Shell.word(model));
        assertEquals(0, ended(start(List.of("sh", "-c", "'" + String.join("' '", psr("sample", "m.json", "--sequences",
                "100000000")) + "' | head -n 1"), "")), err());
        assertEquals(1, out().lines().count());
        assertEquals("", err());
    }

    @Test
    public void theJarAloneStartsWhereDigitsAreNotThoseOfAscii() throws Exception {
        assertEquals(0,
                ended(start(List.of(java(), "-Duser.language=ar", "-Duser.country=EG", "-Dpsr.home=" + home, "-jar", jar(),
                        "version"), "")),
                err());
        assertTrue(out().startsWith("psr 1.0.0, Java "), out());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    public void aCommandWaitsForAJarThatIsBeingWritten() throws Exception {
        Path tree = Files.createDirectories(home.resolve("tree"));
        Path jar = Files.createDirectories(tree.resolve("psr.app/target")).resolve("psr.jar");
        byte[] whole = Files.readAllBytes(Path.of(jar()));
        Files.write(jar, Arrays.copyOf(whole, whole.length / 2));
        Files.copy(Shell.tree().resolve("psr"), tree.resolve("psr"));
        ProcessBuilder script = new ProcessBuilder("sh", tree.resolve("psr").toString(), "version");
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = script.redirectOutput(home.resolve("out").toFile()).redirectError(home.resolve("err").toFile()).start();
        process.getOutputStream().close();
        Shell.await("the word that it waits", () -> err().contains("which is being written") || !process.isAlive());
        Files.write(jar, whole);
        assertEquals(0, ended(process), err());
        assertTrue(out().startsWith("psr 1.0.0, Java "), out() + err());
    }

    /** What the script does in a folder of its own, as {@code sh -x} tells it. */
    private String traced(Path tree, String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of("sh", "-x", tree.resolve("psr").toString()));
        line.addAll(List.of(words));
        ProcessBuilder script = new ProcessBuilder(line);
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = script.redirectOutput(home.resolve("out").toFile()).redirectError(home.resolve("err").toFile()).start();
        process.getOutputStream().close();
        assertEquals(0, ended(process), err());
        return err();
    }

    @Test
    @LongTest
    @DisabledOnOs(OS.WINDOWS)
    public void installsServerBundlesOnlyForCommandsThatNeedThem() throws Exception {
        Path tree = Files.createDirectories(home.resolve("tree"));
        Files.copy(Path.of(jar()), Files.createDirectories(tree.resolve("psr.app/target")).resolve("psr.jar"));
        Files.copy(Shell.tree().resolve("psr"), tree.resolve("psr"));
        assertTrue(traced(tree, "version").contains("/lean.properties"), err());
        assertTrue(out().startsWith("psr 1.0.0, Java "), out());
        assertTrue(traced(tree, "serve", "--help").contains("/lean.properties"), "its words are the shell's: " + err());
        try (Stream<Path> kept = Files.list(tree.resolve("tmp"))) {
            Path unpacked = kept.filter(folder -> folder.getFileName().toString().startsWith("app-")).findFirst().orElseThrow();
            List<String> all = jars(unpacked.resolve("unpacked.properties"));
            List<String> lean = jars(unpacked.resolve("lean.properties"));
            assertTrue(all.containsAll(lean) && lean.size() < all.size(), lean + " of " + all);
            for (String module : List.of("psr.server", "psr.page", "psr.ssh", "psr.cluster", "hazelcast", "h2")) {
                assertTrue(all.stream().anyMatch(jar -> jar.startsWith(module + "-")), module + " in " + all);
                assertFalse(lean.stream().anyMatch(jar -> jar.startsWith(module + "-")), module + " in " + lean);
            }
            for (String module : List.of("psr.api", "psr.launcher", "psr.shell", "psr.eval", "psr.datasets")) {
                assertTrue(lean.stream().anyMatch(jar -> jar.startsWith(module + "-")), module + " in " + lean);
            }
        }
        assertTrue(traced(tree, "runs", home.toString()).contains("/lean.properties"), err());
        Files.write(Files.createDirectories(tree.resolve("plugins")).resolve("any.jar"), new byte[1]);
        assertTrue(traced(tree, "version").contains("/unpacked.properties"), "a plugin may need anything: " + err());
    }

    private static List<String> jars(Path properties) throws IOException {
        Properties read = new Properties();
        try (InputStream in = Files.newInputStream(properties)) {
            read.load(in);
        }
        return Stream.of(read.getProperty("launch.bundles").split(",")).map(jar -> jar.substring(jar.lastIndexOf('/') + 1))
                .toList();
    }

    @Test
    @LongTest
    @DisabledOnOs(OS.WINDOWS)
    public void startsWhereDigitsAreNotThoseOfAscii() throws Exception {
        ProcessBuilder script = new ProcessBuilder(Shell.tree().resolve("psr").toString(), "version");
        script.environment().put("PSR_JAVA_OPTS", "-Duser.language=ar -Duser.country=EG -Duser.home=" + home);
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = script.redirectErrorStream(true).redirectOutput(home.resolve("out").toFile()).start();
        process.getOutputStream().close();
        assertEquals(0, ended(process), out());
        assertTrue(out().startsWith("psr 1.0.0, Java "), out());
        assertFalse(out().contains("Exception"), out());
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(Shell.tree().resolve("tmp"))));
        try (Stream<Path> kept = Files.list(Shell.tree().resolve("tmp"))) {
            assertTrue(kept.anyMatch(folder -> Files.exists(folder.resolve("unpacked.properties"))
                    && Files.exists(folder.resolve("classes.jsa"))), "the application, unpacked, with its classes linked");
        }
    }
}
