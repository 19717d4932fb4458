package psr.datasets;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Real data for development that must not be in the repository: PAutomaC, SPiCe, Penn Treebank. Their folder is the
 * system property {@code psr.data}, by default {@code shared/data} beside the clone.
 */
final class SharedData {

    private SharedData() {}

    /** A file or folder; the test is skipped, with the reason, if it is missing. */
    static Path path(String name) {
        Path path = Path.of(System.getProperty("psr.data", "../../shared/data")).resolve(name);
        assumeTrue(Files.exists(path), () -> "skipped: no " + path.toAbsolutePath().normalize()
                + " (set -Dpsr.data to the folder that has it)");
        return path;
    }
}
