package psr.launcher.spi;

import java.nio.file.Path;
import java.util.Objects;

/**
 * A data file of a run.
 *
 * @param path its path on this machine
 * @param sha256 the hash of its bytes, in hexadecimal digits
 */
public record DataFile(Path path, String sha256) {

    public DataFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(sha256, "sha256");
    }
}
