package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** The laboratory without a terminal: examples/lab-program in a plain Felix, in a process of its own. */
public class HeadlessTest {

    private static final Path EXAMPLE = Shell.tree().resolve("examples/lab-program");

    @TempDir
    Path folder;

    @Test
    public void aProgramOfOneClassUsesTheLaboratoryWithoutItsShell() throws Exception {
        List<String> names = bundles();
        assertTrue(names.containsAll(List.of("org.apache.felix.scr", "psr.launcher", "lab-program")), names::toString);
        for (String absent : List.of("psr.shell", "gogo", "jline", "fileinstall", "felix.log", "configadmin")) {
            assertFalse(names.stream().anyMatch(name -> name.contains(absent)), () -> absent + " must not be there: " + names);
        }
        String said = run(names);
        List<String> lines = said.lines().toList();
        // Two recipes and the true model, three times.
        assertEquals(9, lines.stream().filter(line -> line.startsWith("trial ")).count(), said);
        int pause = lines.indexOf(lines.stream().filter(line -> line.matches("(PAUSED|DONE), [123] of 3 trials")).findFirst()
                .orElseThrow(() -> new AssertionError(said)));
        assertTrue(pause >= 3, "after the first trial: " + said);
        assertTrue(lines.subList(10, lines.size()).contains("DONE, 3 of 3 trials"), "after all of them: " + said);
        assertTrue(said.contains("2SR accuracy.2 0."), said);
        assertTrue(Files.readString(folder.resolve("2sr.json")).contains("linear-psr"));
        assertTrue(said.lines().anyMatch(line -> line.matches("after 0 1 2 comes \\d+ with probability 0\\.\\d+")), said);
        assertTrue(Files.isDirectory(folder.resolve("home/plugins")), "plugins can be put there");
    }

    /** The symbolic names in lab-program.bndrun. */
    private static List<String> bundles() throws Exception {
        String run = Files.readString(EXAMPLE.resolve("lab-program.bndrun"));
        List<String> names = new ArrayList<>();
        Matcher name = Pattern.compile("[\\w.-]+").matcher(run.substring(run.indexOf("-runbundles:") + "-runbundles:".length()));
        while (name.find()) {
            names.add(name.group());
        }
        return names;
    }

    private String run(List<String> names) throws Exception {
        Path program = new PluginJar("lab-program", "1.0.0").folder(EXAMPLE.resolve("src/main/java"))
                .with("-dsannotations", "*").writeTo(folder.resolve("lab-program.jar"));
        Class<?> framework = Shell.CONTEXT.getBundle(0).getClass();
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dpsr.home=" + folder.resolve("home"), "-Djava.awt.headless=true", "-cp",
                Path.of(URI.create(framework.getProtectionDomain().getCodeSource().getLocation().toString()))
                        + File.pathSeparator + PlainFelix.jar(Shell.CONTEXT.getBundle()),
                PlainFelix.class.getName(), folder.resolve("storage").toString()));
        for (String name : names) {
            command.add(name.equals("lab-program") ? program.toString() : PlainFelix.jar(bundle(name)).toString());
        }
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(out.toFile()).start();
        process.getOutputStream().close();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the program must end; it said " + Files.readString(out));
        }
        assertEquals(0, process.exitValue(), Files.readString(out));
        return Files.readString(out);
    }

    private static Bundle bundle(String name) {
        return Arrays.stream(Shell.CONTEXT.getBundles()).filter(bundle -> name.equals(bundle.getSymbolicName())).findFirst()
                .orElseThrow(() -> new AssertionError("the tests must have the bundle " + name));
    }
}
