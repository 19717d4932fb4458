package psr.api.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

/** Makes something to read of a series of runs. A service; thread-safe and stateless. Every writer that is present writes. */
@ConsumerType
public interface SeriesWriter {

    /**
     * Writes files: a page, a figure, tables.
     *
     * @param folder exists; files of the same name are replaced when the new ones are complete, nothing else is touched
     * @return what was written, what to open first in the first place
     * @throws IOException if a file cannot be written; names it
     */
    List<Path> write(Series series, Path folder) throws IOException;
}
