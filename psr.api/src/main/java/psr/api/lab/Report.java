package psr.api.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * The report of a run.
 *
 * @param folder the folder it was written to
 * @param verdicts the verdicts on all claims, in order; not modifiable
 * @param files the files that were written, the page first if there is one; not modifiable
 * @param problems messages about what could not be written or judged; not modifiable
 */
public record Report(Path folder, List<Verdict> verdicts, List<Path> files, List<String> problems) {

    public Report {
        Objects.requireNonNull(folder, "folder");
        verdicts = List.copyOf(verdicts);
        files = List.copyOf(files);
        problems = List.copyOf(problems);
    }
}
