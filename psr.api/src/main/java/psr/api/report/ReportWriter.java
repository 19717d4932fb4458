package psr.api.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.lab.Results;
import psr.api.lab.Verdict;

/** Writes a report of results. A service; thread-safe and stateless. All present writers are called. */
@ConsumerType
public interface ReportWriter {

    /**
     * Writes files into the folder of a run: figures, a page, tables.
     *
     * @param results not modified
     * @param verdicts the verdicts on all claims, in order
     * @param folder an existing folder; files of the same name are replaced atomically, others are not changed
     * @return the files that were written, the one to open first at the front
     * @throws IOException if a file cannot be written; the message names it
     */
    List<Path> write(Results results, List<Verdict> verdicts, Path folder) throws IOException;
}
