package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Every file that has the version of the project has the same one, which .ci/version sets. */
class VersionTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    @Test
    void everyFileHasTheVersionOfTheRootPom() throws IOException {
        Map<String, String> found = new TreeMap<>();
        found.put("pom.xml", version("pom.xml", "<artifactId>psr</artifactId>\\s*<version>([^<]*)<"));
        found.put("cnf/build.bnd", version("cnf/build.bnd", "(?m)^Bundle-Version: *(\\S+)$"));
        found.put("python", version("python/psrlab/__init__.py", "(?m)^__version__ = \"([^\"]*)\"$"));
        found.put("CITATION.cff", version("CITATION.cff", "(?m)^version: (\\S+)$"));
        try (Stream<Path> folders = Files.list(ROOT)) {
            List<Path> poms = folders.map(folder -> folder.resolve("pom.xml")).filter(Files::exists).toList();
            for (Path pom : poms) {
                String name = ROOT.relativize(pom).toString();
                found.put(name, version(name, "<artifactId>psr</artifactId>\\s*<version>([^<]*)<"));
            }
        }
        assertTrue(found.size() > 20, found::toString);
        assertEquals(1, Set.copyOf(found.values()).size(), found::toString);
    }

    private static String version(String file, String pattern) throws IOException {
        Matcher version = Pattern.compile(pattern).matcher(Files.readString(ROOT.resolve(file)));
        return version.find() ? version.group(1) : "none";
    }
}
