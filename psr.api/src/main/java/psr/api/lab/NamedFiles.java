package psr.api.lab;

import java.nio.file.Path;

import org.osgi.annotation.versioning.ConsumerType;

/** Where the files are that settings name. Thread-safe. */
@FunctionalInterface
@ConsumerType
public interface NamedFiles {

    /**
     * A file to read.
     *
     * @param named as the setting names it, relative or absolute
     * @return where it is; it need not exist
     * @throws java.io.UncheckedIOException if it must be fetched from elsewhere, and that does not work
     */
    Path file(Path named);

    /** Those of a folder, which relative names belong to. */
    static NamedFiles in(Path base) {
        return base::resolve;
    }
}
