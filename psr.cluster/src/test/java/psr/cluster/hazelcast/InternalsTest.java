package psr.cluster.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import com.hazelcast.instance.BuildInfoProvider;

/** Internals of Hazelcast may change with every version. */
class InternalsTest {

    /** Before you change this number, run the cluster tests with the new version. */
    @Test
    void theVersionIsTheOneThatWasTested() {
        assertEquals("5.7.0", BuildInfoProvider.getBuildInfo().getVersion());
    }

    @Test
    void onlyThisPackageImportsThem() throws IOException {
        Path sources = Path.of("src/main/java/psr/cluster");
        try (Stream<Path> all = Files.walk(sources)) {
            List<String> importing = all.filter(Files::isRegularFile).filter(InternalsTest::importsInternals)
                    .map(file -> sources.relativize(file).toString()).sorted().toList();
            assertEquals(List.of("hazelcast/GatedNode.java", "hazelcast/TlsReader.java", "hazelcast/TlsWriter.java"), importing);
        }
        assertTrue(Files.readString(Path.of("bnd.bnd")).contains("com.hazelcast.*;version='[5.7.0,5.7.1)'"));
    }

    private static boolean importsInternals(Path file) {
        try {
            return Files.readString(file).lines().anyMatch(
                    line -> line.startsWith("import com.hazelcast.internal.")
                            || line.startsWith("import com.hazelcast.instance.impl."));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
