package psr.api.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

/** Writes a report of a series of runs. A service; thread-safe and stateless. All present writers are called. */
@ConsumerType
public interface SeriesWriter {

    /**
     * Writes files: a page, a figure, tables.
     *
     * @param folder an existing folder; files of the same name are replaced atomically, others are not changed
     * @return the files that were written, the one to open first at the front
     * @throws IOException if a file cannot be written; the message names it
     */
    List<Path> write(Series series, Path folder) throws IOException;
}
