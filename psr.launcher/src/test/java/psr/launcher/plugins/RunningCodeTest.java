package psr.launcher.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** In a real framework. */
@Timeout(60)
class RunningCodeTest {

    @TempDir
    private Path home;

    private Path plugins;
    private PlainFelix felix;

    @BeforeEach
    void open() throws Exception {
        plugins = Files.createDirectories(home.resolve("plugins"));
        felix = new PlainFelix(home, home.resolve("storage"));
    }

    @AfterEach
    void close() throws Exception {
        felix.close();
    }

    private Set<String> code(String plugin) {
        return RunningCode.of(felix.offered(plugin)).stream().map(Bundle::getSymbolicName).collect(Collectors.toSet());
    }

    private static String word(String name, String expression) {
        return "package " + name + "; public final class Word { public static String of() { return " + expression + "; } }";
    }

    /** mine imports a package of middle, which imports one of base. */
    @Test
    void followsImportedPackagesTransitively() throws Exception {
        Path base = new TestJar("base", "1.0.0").with("Export-Package", "base").source("base.Word", word("base", "\"deep\""))
                .writeTo(plugins.resolve("base.jar"));
        Path middle = new TestJar("middle", "1.0.0").with("Export-Package", "middle").with("Import-Package", "base").against(base)
                .source("middle.Word", word("middle", "base.Word.of()")).writeTo(plugins.resolve("middle.jar"));
        new TestJar("mine", "1.0.0").with("Import-Package", "middle").against(middle).activated("middle.Word.of()")
                .writeTo(plugins.resolve("mine.jar"));
        felix.installer.scanNow();
        assertEquals("deep", PlainFelix.call(felix.offered("mine")));
        assertEquals(Set.of("mine", "middle", "base"), code("mine"));
        assertEquals(Set.of("base"), code("base"), "importers must not be included");
    }

    @Test
    void followsServicesTransitively() throws Exception {
        for (String name : new String[] {"first", "second", "third"}) {
            new TestJar(name, "1.0.0").saying(name).writeTo(plugins.resolve(name + ".jar"));
        }
        felix.installer.scanNow();
        assertEquals(Set.of("first"), code("first"), "no service is used yet");
        use("first", "second");
        use("second", "third");
        assertEquals(Set.of("first", "second", "third"), code("first"));
    }

    private void use(String user, String server) {
        Bundle bundle = felix.offered(user);
        bundle.getBundleContext().getService(felix.offered(server).getRegisteredServices()[0]);
    }

    @Test
    void includesAttachedFragments() throws Exception {
        new TestJar("more", "1.0.0").with("Fragment-Host", "mine").resource("more.txt", "more")
                .writeTo(plugins.resolve("more.jar"));
        new TestJar("mine", "1.0.0").saying("one").writeTo(plugins.resolve("mine.jar"));
        felix.installer.scanNow();
        PlainFelix.await("the fragment to be attached", () -> felix.offered("mine").getEntry("more.txt") == null
                && felix.offered("mine").findEntries("/", "more.txt", false) != null);
        assertEquals(Set.of("mine", "more"), code("mine"));
    }
}
