package psr.api.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

/** Makes something to read of results. A service; thread-safe and stateless. */
@ConsumerType
public interface Reporter {

    /**
     * Writes files into the folder of a run: judged claims, figures, a page.
     *
     * @param results not modified
     * @param folder exists; files of the same name are replaced, nothing else is touched
     * @return every claim with its verdict, in order
     * @throws IOException if a file cannot be written
     */
    List<Verdict> report(Results results, Path folder) throws IOException;

    /** Sets two runs side by side: every recipe and measure they have in common, in the order of the first. */
    List<Comparison> compare(Results left, Results right);
}
