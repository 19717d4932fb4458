package psr.launcher.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import psr.api.report.Results;

/**
 * A run folder to read from, whether or not the run is finished or still under way.
 *
 * @param folder where it is
 * @param record what was asked and how it was computed
 * @param trials the finished trials
 */
public record SavedRun(Path folder, RunRecord record, TrialsFile trials) {

    /** How deep below a folder runs are looked for. */
    private static final int DEPTH = 3;

    /**
     * Opens a folder.
     *
     * @throws IllegalArgumentException if it is no run folder
     */
    public static SavedRun open(Path folder) throws IOException {
        return new SavedRun(folder, RunRecord.read(folder), TrialsFile.scan(folder.resolve(RunFolder.TRIALS)));
    }

    /** The run folders in and below a folder, by name. */
    public static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder, DEPTH)) {
            return files.filter(file -> file.getFileName() != null
                    && file.getFileName().toString().equals(RunRecord.FILE)).map(Path::getParent).sorted().toList();
        }
    }

    /** How many trials are finished. */
    public int finished() {
        return trials.finished().get(0, wanted()).cardinality();
    }

    /** How many there are to be. */
    public int wanted() {
        return record.plan().experiment().trials();
    }

    /** Who writes it now, in words; empty if nobody does. */
    public Optional<String> writer() {
        return FolderLock.holder(folder);
    }

    /** What it left behind, for a reporter. */
    public Results results() {
        return results(record, trials);
    }

    /** What a run left behind, for a reporter. */
    public static Results results(RunRecord record, TrialsFile trials) {
        return new Results(record.plan().experiment(), record.plan().description(), record.plan().claims(),
                record.measures(), record.provenance(), trials);
    }

    /** Writes means and times into a folder. */
    public void summarise(Path into) throws IOException {
        RunFolder.summarise(into, summary(), new Times(record.plan().experiment(), trials));
    }

    /** Means over the finished trials. */
    public Summary summary() {
        return new Summary(record.plan().experiment(), List.copyOf(record.measures().keySet()), trials);
    }
}
