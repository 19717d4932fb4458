package psr.api.lab;

import java.nio.file.Path;
import java.util.Objects;

/**
 * A file that the data of a run are read from.
 *
 * @param path where it is on this machine
 * @param sha256 of its bytes, in hexadecimal digits
 */
public record DataFile(Path path, String sha256) {

    public DataFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(sha256, "sha256");
    }
}
