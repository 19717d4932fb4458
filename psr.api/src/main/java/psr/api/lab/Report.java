package psr.api.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What was made of results for people to read.
 *
 * @param folder where it was written
 * @param verdicts every claim, judged, in order; not modifiable
 * @param files what was written, the page first if there is one; not modifiable
 * @param problems what could not be written or judged, in words; not modifiable
 */
public record Report(Path folder, List<Verdict> verdicts, List<Path> files, List<String> problems) {

    public Report {
        Objects.requireNonNull(folder, "folder");
        verdicts = List.copyOf(verdicts);
        files = List.copyOf(files);
        problems = List.copyOf(problems);
    }
}
