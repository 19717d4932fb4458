package psr.api.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** What was made of results for people to read. Immutable. */
public final class Report {

    private final Path folder;
    private final List<Verdict> verdicts;
    private final List<Path> files;
    private final List<String> problems;

    private Report(Path folder, List<Verdict> verdicts, List<Path> files, List<String> problems) {
        this.folder = Objects.requireNonNull(folder, "folder");
        this.verdicts = List.copyOf(verdicts);
        this.files = List.copyOf(files);
        this.problems = List.copyOf(problems);
    }

    /**
     * A report.
     *
     * @param folder where it was written
     * @param verdicts every claim, judged, in order
     * @param files what was written, the page first where there is one
     * @param problems what could not be written or judged, in words
     */
    public static Report of(Path folder, List<Verdict> verdicts, List<Path> files, List<String> problems) {
        return new Report(folder, verdicts, files, problems);
    }

    /** Where it was written. */
    public Path folder() {
        return folder;
    }

    /** Every claim, judged, in order; not modifiable. */
    public List<Verdict> verdicts() {
        return verdicts;
    }

    /** What was written, the page first where there is one; not modifiable. */
    public List<Path> files() {
        return files;
    }

    /** What could not be written or judged, in words; not modifiable. */
    public List<String> problems() {
        return problems;
    }
}
