package psr.shell.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import psr.api.lab.BundleVersion;
import psr.api.lab.PluginFile;
import psr.api.lab.PluginListener;
import psr.api.lab.ServiceKind;
import psr.api.lab.Subscription;
import psr.api.settings.NoSettings;
import psr.api.settings.Option;
import psr.launcher.spi.PluginJars;
import psr.shell.command.CommandFailedException;
import psr.shell.fakes.FakeCatalogue;
import psr.shell.fakes.Typed;

class CatalogueCommandsTest {

    /** A setting. */
    public record Settings(@Option(value = "3", help = "how many", min = 1) int states) {}

    private final FakeCatalogue catalogue = new FakeCatalogue().with(ServiceKind.LEARNER, "em", Settings.class)
            .with(ServiceKind.REFINER, "em", Settings.class).with(ServiceKind.METRIC, "level", NoSettings.class);
    private final Typed typed = new Typed();

    @Test
    void listsPresentServices() {
        assertEquals(List.of("name  what it is           accepts  paper  bundle",
                "em    a learner for tests  symbols         test 1.0.0"),
                typed.type(new ListCommand.Learners(catalogue)).lines().toList());
        assertEquals(1, typed.type(new ListCommand.Combiners(catalogue)).lines().count());
        assertEquals(2, typed.type(new ListCommand.Learners(catalogue), "--space", "symbols").lines().count());
        assertEquals(1, typed.type(new ListCommand.Learners(catalogue), "--space", "vectors").lines().count());
        assertEquals("--space must be one of symbols, vectors; found 'words'", assertThrows(IllegalArgumentException.class,
                () -> typed.type(new ListCommand.Learners(catalogue), "--space", "words")).getMessage());
        assertThrows(IllegalArgumentException.class, () -> typed.type(new ListCommand.Metrics(catalogue), "x"));
    }

    @Test
    void describesEveryKindOfAName() {
        String both = typed.type(new DescribeCommand(catalogue, "run"::equals), "em");
        assertTrue(both.startsWith("em, a learner: a learner for tests\nfrom test 1.0.0\naccepts symbols\n"), both);
        assertTrue(both.contains("  states   whole number  3        at least 1  how many"), both);
        assertTrue(both.contains("\n\nem, a refiner: "), both);
        assertTrue(typed.type(new DescribeCommand(catalogue, "run"::equals), "level").contains("  value    lower   a number"));
        assertEquals("no service named 'en'; did you mean 'em'? present: em, level", assertThrows(
                IllegalArgumentException.class, () -> typed.type(new DescribeCommand(catalogue, "run"::equals), "en"))
                .getMessage());
        assertTrue(assertThrows(IllegalArgumentException.class,
                () -> typed.type(new DescribeCommand(catalogue, "run"::equals), "run")).getMessage()
                .endsWith("is a command: help run"));
        assertTrue(assertThrows(IllegalArgumentException.class,
                () -> typed.type(new DescribeCommand(catalogue, "run"::equals), "em:states=3")).getMessage()
                .contains(": describe em;"));
    }

    @Test
    void checkListsViolations() {
        String passed = typed.type(new CheckCommand(catalogue), "level");
        assertTrue(passed.startsWith("level, a metric of test 1.0.0: passes all checks\n  settings: "), passed);
        assertTrue(passed.contains("\n  measures: unique names"), passed);
        catalogue.breaking("em", "it must stop");
        assertEquals("em violates its contract as learner and refiner", assertThrows(CommandFailedException.class,
                () -> typed.type(new CheckCommand(catalogue), "em")).getMessage());
        assertTrue(typed.said().startsWith("em, a learner of test 1.0.0: violates 1 rule\n  it must stop\n"), typed.said());
    }

    @Test
    void pluginsShowsStates() {
        PluginJars plugins = new PluginJars() {
            @Override
            public Map<BundleVersion, String> retained() {
                return Map.of(new BundleVersion("old", "1.0.0", "0123456789"), "needed to resume runs/a");
            }

            @Override
            public List<BundleVersion> missing(List<BundleVersion> bundles) {
                return List.of();
            }

            @Override
            public Optional<Path> jar(BundleVersion bundle) {
                return Optional.empty();
            }

            @Override
            public void keep(BundleVersion bundle, Path jar) {}

            @Override
            public Path folder() {
                return Path.of("plugins");
            }

            @Override
            public List<PluginFile> files() {
                return List.of(PluginFile.of("a.jar", PluginFile.State.ACTIVE, Optional.of(new BundleVersion("a", "1.0.0",
                        "0123456789")), "adds x"), PluginFile.of("b.txt", PluginFile.State.IGNORED, Optional.empty(), "no jar"));
            }

            @Override
            public Subscription listen(PluginListener listener) {
                return () -> {};
            }
        };
        assertEquals(List.of("plugins folder: plugins", "file   state    bundle   remarks", "a.jar  active   a 1.0.0  adds x",
                "b.txt  ignored           no jar", "copy of old 1.0.0 (01234567…): needed to resume runs/a"),
                typed.type(new PluginsCommand(plugins)).lines().toList());
    }
}
