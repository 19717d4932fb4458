package psr.api.lab;

import java.nio.file.Path;
import java.util.Objects;

/** A file that the data of a run are read from. Immutable; equal when all parts are. */
public final class DataFile {

    private final Path path;
    private final String sha256;

    private DataFile(Path path, String sha256) {
        this.path = Objects.requireNonNull(path, "path");
        this.sha256 = Objects.requireNonNull(sha256, "sha256");
    }

    /**
     * A file.
     *
     * @param path where it is on this machine
     * @param sha256 of its bytes, in hexadecimal digits
     */
    public static DataFile of(Path path, String sha256) {
        return new DataFile(path, sha256);
    }

    /** Where it is on this machine. */
    public Path path() {
        return path;
    }

    /** Of its bytes, in hexadecimal digits. */
    public String sha256() {
        return sha256;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DataFile that && path.equals(that.path) && sha256.equals(that.sha256);
    }

    @Override
    public int hashCode() {
        return Objects.hash(path, sha256);
    }

    @Override
    public String toString() {
        return path + " (" + sha256.substring(0, Math.min(8, sha256.length())) + "…)";
    }
}
