package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
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
        String said = run(names, List.of(new PluginJar("lab-program", "1.0.0").folder(EXAMPLE.resolve("src/main/java"))));
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

    private static final String AT_ONCE = """
            import org.osgi.service.component.annotations.*;
            import psr.api.lab.*;

            @Component(service = java.util.concurrent.Callable.class, property = "main.thread=true", immediate = true)
            public final class AtOnce implements java.util.concurrent.Callable<Integer> {
                private final Object errors;

                @Activate
                public AtOnce(
                        @Reference(target = "(osgi.condition.id=psr.lab.ready)") org.osgi.service.condition.Condition ready,
                        @Reference Laboratory laboratory) {
                    errors = laboratory.check(Experiment.builder("x", Stage.parse("ring")).recipe(Recipe.parse("2sr"))
                            .recipe(Recipe.parse("late")).metric(Stage.of("accuracy")).build());
                }

                public Integer call() {
                    System.out.println("errors: " + errors);
                    return 0;
                }
            }
            """;

    /** Before the modules are started: a condition that comes too early is registered when this has started. */
    private static final String EARLY = """
            public final class Early implements org.osgi.framework.BundleActivator {
                public void start(org.osgi.framework.BundleContext context) throws InterruptedException {
                    for (Thread thread : Thread.getAllStackTraces().keySet()) {
                        if (thread.getName().equals("psr-ready")) {
                            thread.join();
                        }
                    }
                }

                public void stop(org.osgi.framework.BundleContext context) {}
            }
            """;

    @Test
    public void theLaboratoryIsReadyWhenAllModulesAndPluginsAre() throws Exception {
        // The laboratory and the program are started first, and the program uses the laboratory as soon as it may.
        List<String> names = bundles();
        List<String> first = List.of("psr.launcher", "lab-program", "early");
        names.removeAll(first);
        names.addAll(names.indexOf("psr.api") + 1, first);
        Path plugins = Files.createDirectories(folder.resolve("home/plugins"));
        new PluginJar("late", "1.0.0").learner("late", 0.5).writeTo(plugins.resolve("late.jar"));
        PluginJar program = new PluginJar("lab-program", "1.0.0").source("AtOnce", AT_ONCE);
        PluginJar early = new PluginJar("early", "1.0.0").source("Early", EARLY).with("Bundle-Activator", "plugin.Early");
        assertEquals("errors: []", run(names, List.of(program, early)).strip());
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

    /** Runs a program in a plain Felix in which bundles are started in this order, and returns what it printed. */
    private String run(List<String> names, List<PluginJar> own) throws Exception {
        for (PluginJar source : own) {
            source.with("-dsannotations", "*").writeTo(folder.resolve(source.name() + ".jar"));
        }
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dpsr.home=" + folder.resolve("home"), "-Djava.awt.headless=true", "-cp",
                PlainFelix.framework() + File.pathSeparator + PlainFelix.jar(Shell.CONTEXT.getBundle()),
                PlainFelix.class.getName(), folder.resolve("storage").toString()));
        for (String name : names) {
            boolean ours = own.stream().anyMatch(source -> source.name().equals(name));
            command.add((ours ? folder.resolve(name + ".jar") : PlainFelix.jar(bundle(name))).toString());
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
