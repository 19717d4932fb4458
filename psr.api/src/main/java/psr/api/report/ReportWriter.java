package psr.api.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.lab.Results;
import psr.api.lab.Verdict;

/** Makes something to read of results. A service; thread-safe and stateless. Every writer that is present writes. */
@ConsumerType
public interface ReportWriter {

    /**
     * Writes files into the folder of a run: figures, a page, tables.
     *
     * @param results not modified
     * @param verdicts every claim, judged, in order
     * @param folder exists; files of the same name are replaced when the new ones are complete, nothing else is touched
     * @return what was written, what to open first in the first place
     * @throws IOException if a file cannot be written; names it
     */
    List<Path> write(Results results, List<Verdict> verdicts, Path folder) throws IOException;
}
