package psr.launcher.spi;

import java.nio.file.Path;

import org.osgi.annotation.versioning.ConsumerType;

/** Resolves the files that settings name. Thread-safe. */
@FunctionalInterface
@ConsumerType
public interface NamedFiles {

    /**
     * Returns a file to read.
     *
     * @param named the path in the setting, relative or absolute
     * @return the path of the file, which need not exist
     * @throws java.io.UncheckedIOException if it must be fetched from another machine and that fails
     */
    Path file(Path named);

    /** Resolves relative paths against a folder. */
    static NamedFiles in(Path base) {
        return base::resolve;
    }
}
