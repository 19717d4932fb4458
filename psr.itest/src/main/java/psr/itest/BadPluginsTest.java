package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

/** A plugin that behaves badly costs its own recipe a failed result with the reason, and nothing else. */
public class BadPluginsTest {

    private static final String LEARNER = "psr.api.learn.Learner";
    private static final String RUN = "psr:run ring:sequences=60 %s --trials 1 --strict --metrics pnll --limit 1";

    private final Path jar = Shell.plugins().resolve("mine.jar");

    @BeforeEach
    @AfterEach
    public void emptyThePluginsFolder() throws Exception {
        System.clearProperty("psr.itest.hang");
        try (Stream<Path> files = Files.list(Shell.plugins())) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Shell.await("no plugin", () -> Stream.of(Shell.CONTEXT.getBundles())
                .noneMatch(bundle -> bundle.getSymbolicName().startsWith("mine")));
    }

    /** A class that is a learner, with the body of its constructor, of settings() and of learn(). */
    private static String learner(String name, String constructor, String settings, String learn) {
        return """
                public final class %s implements psr.api.learn.Learner<psr.api.settings.NoSettings> {
                    public %s() { %s }
                    public Class<psr.api.settings.NoSettings> settings() { %s
                        return psr.api.settings.NoSettings.class; }
                    public psr.api.model.Model learn(psr.api.data.Sequences data, psr.api.settings.NoSettings none,
                            psr.api.learn.Run run) { %s }
                }
                """.formatted(name, name, constructor, settings, learn);
    }

    private static String learn(String name, String body) {
        return learner(name, "", "", body);
    }

    private static String line(String file) throws Exception {
        return Shell.type("psr:plugins").lines().filter(line -> line.startsWith(file + " ")).findFirst().orElse("");
    }

    /** The row of a recipe in the table. */
    private static String row(String table, String recipe) {
        return table.lines().filter(line -> line.startsWith(recipe + " ")).findFirst().orElse("no row of " + recipe
                + " in\n" + table);
    }

    @Test
    public void whatLearnersDoWrongIsTheirOwnFailure() throws Exception {
        new PluginJar("mine", "1.0.0")
                .source("ConstantModel", PluginJar.MODEL)
                .source("Throws", learn("Throws", "throw new IllegalStateException(\"my disk is full\");"))
                .source("Deep", learn("Deep", "return learn(data, none, run);"))
                .source("Nothing", learn("Nothing", "return null;"))
                .source("Nan",
                        learn("Nan", "return new ConstantModel(data.space().as(psr.api.data.Alphabet.class), Double.NaN);"))
                .source("Endless", learn("Endless", "while (true) { Thread.onSpinWait(); if (data == null) return null; }"))
                .source("Good", learn("Good", "return new ConstantModel(data.space().as(psr.api.data.Alphabet.class), 2);"))
                .source("Unnamed", learn("Unnamed", "return null;"))
                .source("Taken", learn("Taken", "return null;"))
                .component("Throws", LEARNER, "throws").component("Deep", LEARNER, "deep")
                .component("Nothing", LEARNER, "nothing").component("Nan", LEARNER, "nan")
                .component("Endless", LEARNER, "endless").component("Good", LEARNER, "good")
                .component("Unnamed", LEARNER, "").component("Taken", LEARNER, "unigram").writeTo(jar);
        Shell.await("the learners", () -> line("mine.jar").contains("learner 'endless'"));
        assertTrue(line("mine.jar").contains("must have the service property psr.name"), line("mine.jar"));
        assertTrue(line("mine.jar").contains("'unigram' is not used, the name belongs to psr.baselines"),
                line("mine.jar"));

        String alone = Shell.type(RUN.formatted("good unigram"));
        Shell.Said said = Shell.say(RUN.formatted("throws good deep nothing nan endless unigram"));

        // The other recipes have the same numbers as without the failing one.
        for (String recipe : List.of("good", "unigram")) {
            assertEquals(row(alone, recipe).replaceAll("\\s+", " "), row(said.out(), recipe).replaceAll("\\s+", " "));
        }
        for (List<String> failed : List.of(List.of("throws", "my disk is full"), List.of("deep", "StackOverflowError"),
                List.of("nothing", "null"), List.of("nan", "NaN"), List.of("endless", "1 s"))) {
            String remark = row(said.out(), failed.get(0) + " failed in 1 of 1 trial:");
            assertTrue(remark.contains(failed.get(1)), remark);
        }
        Exception failure = said.failure().orElseThrow();
        assertFalse(failure instanceof IllegalArgumentException, failure::toString);
        assertTrue(failure.getMessage().startsWith("5 of 7 recipes failed: "), failure.getMessage());

        assertEquals(alone, Shell.type(RUN.formatted("good unigram")), "the laboratory must go on");
    }

    /** What a learner throws when it is asked for its settings, an error of the machine too, is said of it and of no other. */
    @Test
    public void errorsOfSettingsCostTheirOwnLearner() throws Exception {
        new PluginJar("mine", "1.0.0").source("ConstantModel", PluginJar.MODEL)
                .source("Bottomless", learner("Bottomless", "", "settings();", "return null;"))
                .source("Hungry", learner("Hungry", "", "if (true) throw new OutOfMemoryError(\"my heap\");", "return null;"))
                .source("Good", learn("Good", "return new ConstantModel(data.space().as(psr.api.data.Alphabet.class), 2);"))
                .component("Bottomless", LEARNER, "bottomless").component("Hungry", LEARNER, "hungry")
                .component("Good", LEARNER, "good").writeTo(jar);
        Shell.await("the plugin", () -> line("mine.jar").contains("learner 'good'"));
        assertTrue(line("mine.jar").contains("its learner 'bottomless' cannot be used: java.lang.StackOverflowError"),
                line("mine.jar"));
        assertTrue(line("mine.jar").contains("its learner 'hungry' cannot be used: my heap"), line("mine.jar"));
        Shell.Said said = Shell.say(RUN.formatted("bottomless good hungry"));
        assertTrue(row(said.out(), "bottomless failed in 1 of 1 trial:").contains("StackOverflowError"), said.out());
        assertTrue(row(said.out(), "hungry failed in 1 of 1 trial:").contains("my heap"), said.out());
        assertEquals(row(Shell.type(RUN.formatted("good")), "good").replaceAll("\\s+", " "),
                row(said.out(), "good").replaceAll("\\s+", " "));
        Files.delete(jar);
        Shell.await("the plugin to go", () -> !Shell.type("psr:learners").contains("bottomless"));
        new PluginJar("mine", "1.1.0").learner("constant", 2).writeTo(jar);
        Shell.await("another one", () -> line("mine.jar").contains(" active "));
    }

    /** A service that hangs before it can be cancelled: in its constructor, or in settings(). */
    @Test
    public void abandonsAPluginThatHangsWhileStarting() throws Exception {
        String hang = "while (System.getProperty(\"psr.itest.hang\") != null) { Thread.onSpinWait(); }";
        System.setProperty("psr.itest.hang", "yes");
        new PluginJar("mine", "1.0.0")
                .source("Stuck", learner("Stuck", hang, "", "return null;"))
                .source("Mute", learner("Mute", "", hang, "return null;"))
                .component("Stuck", LEARNER, "stuck").component("Mute", LEARNER, "mute").writeTo(jar);
        Shell.await("the learners", () -> Shell.type("psr:learners").contains("stuck "));
        Shell.Said said = Shell.say(RUN.formatted("stuck mute unigram"));
        assertEquals(row(Shell.type(RUN.formatted("unigram")), "unigram").replaceAll("\\s+", " "),
                row(said.out(), "unigram").replaceAll("\\s+", " "));
        for (String recipe : List.of("stuck", "mute")) {
            String remark = row(said.out(), recipe + " failed in 1 of 1 trial:");
            assertTrue(remark.contains("of mine 1.0.0 cannot be started: it did not start and say its settings within"
                    + " 5 s"), remark);
        }
        assertFalse(said.failure().orElseThrow() instanceof IllegalArgumentException);
        // The threads that were left behind come to an end, for the tests that follow.
        System.clearProperty("psr.itest.hang");
    }

    @Test
    public void whatShipsWithTheLabStays() throws Exception {
        Bundle shipped = Stream.of(Shell.CONTEXT.getBundles())
                .filter(bundle -> bundle.getSymbolicName().equals("psr.spectral")).findFirst().orElseThrow();
        long before = shipped.getLastModified();
        Path twin = Shell.plugins().resolve("twin.jar");
        Files.copy(Path.of(URI.create(shipped.getLocation().replaceFirst("^reference:", ""))), twin);
        new PluginJar("mine", "1.0.0").learner("constant", 2).writeTo(jar);
        Shell.await("the other jar, which comes after it", () -> line("mine.jar").contains(" active "));
        assertTrue(line("twin.jar").contains(" rejected "), line("twin.jar"));
        assertTrue(line("twin.jar").contains("a bundle of this name and version ships with the lab"), line("twin.jar"));
        Files.delete(twin);
        Files.delete(jar);
        Shell.await("the other jar to go", () -> !Shell.type("psr:learners").contains("constant"));
        assertEquals(Bundle.ACTIVE, shipped.getState());
        assertEquals(before, shipped.getLastModified());
        assertTrue(Shell.type("psr:learners").contains("2sr "));
    }
}
