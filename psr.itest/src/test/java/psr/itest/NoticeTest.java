package psr.itest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import org.junit.jupiter.api.Test;

/** The application contains its license, and NOTICE lists exactly the third-party jars in it. */
class NoticeTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path JAR = ROOT.resolve("psr.app/target/psr.jar");
    private static final Pattern SHIPPED = Pattern.compile("jar/(.+?)-[0-9][^/]*\\.jar");
    /** A name, at least two blanks, what it is, at least two blanks or the end of a column, its license. */
    private static final Pattern LISTED = Pattern.compile("(?m)^([\\w.-]+)  +\\S.*(Apache|MIT|BSD|EPL|MPL).*$");

    @Test
    void noticeListsEveryJarOfTheApplication() throws IOException {
        assumeTrue(Files.exists(JAR), "skipped: there is no psr.jar");
        Set<String> shipped = new TreeSet<>();
        try (ZipFile zip = new ZipFile(JAR.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) () -> zip.stream().map(each -> (ZipEntry) each).iterator()) {
                Matcher jar = SHIPPED.matcher(entry.getName());
                if (jar.matches()) {
                    shipped.add(jar.group(1));
                }
            }
        }
        shipped.removeIf(name -> name.startsWith("psr."));
        Set<String> listed = new TreeSet<>();
        LISTED.matcher(Files.readString(ROOT.resolve("NOTICE"))).results().forEach(line -> listed.add(line.group(1)));
        listed.removeIf(name -> name.startsWith("psr."));
        assertTrue(shipped.size() > 20, shipped::toString);
        assertEquals(shipped, listed, "NOTICE must have a line for each jar in psr.jar");
    }

    @Test
    void theApplicationContainsItsLicense() throws IOException {
        assumeTrue(Files.exists(JAR), "skipped: there is no psr.jar");
        try (ZipFile zip = new ZipFile(JAR.toFile())) {
            for (String name : Set.of("LICENSE", "NOTICE")) {
                ZipEntry entry = zip.getEntry("META-INF/" + name);
                assertTrue(entry != null, "psr.jar must contain META-INF/" + name);
                assertArrayEquals(Files.readAllBytes(ROOT.resolve(name)), zip.getInputStream(entry).readAllBytes());
            }
        }
    }
}
