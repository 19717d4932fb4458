package psr.launcher.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import psr.api.lab.BundleVersion;
import psr.api.lab.Results;
import psr.api.lab.SavedRun;
import psr.api.lab.Shard;

/** A run folder opened for reading; the run may be finished, unfinished or still being written. */
public record SavedRunFolder(Path folder, RunRecord record, Results results) implements SavedRun {

    private static final int DEPTH = 3;

    /** Opens a folder; throws an {@link IllegalArgumentException} if it is not a run folder. */
    public static SavedRunFolder open(Path folder) throws IOException {
        RunRecord record = RunRecord.read(folder);
        return new SavedRunFolder(folder, record,
                new RunResults(TrialsFile.scan(folder.resolve(RunFolder.TRIALS), record)));
    }

    /** Lines of the file of trials, unchanged; the run may be written meanwhile. */
    public static List<String> trialLines(Path folder, int after, int most) throws IOException {
        Path file = folder.resolve(RunFolder.TRIALS);
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(file)) {
            // A line that is still being written does not end with a brace.
            return lines.skip(after).limit(most).takeWhile(line -> line.endsWith("}")).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** The run folders in and below a folder, by name. */
    public static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder, DEPTH)) {
            return files.filter(file -> file.getFileName() != null
                    && file.getFileName().toString().equals(RunRecord.FILE)).map(Path::getParent).sorted().toList();
        }
    }

    @Override
    public String started() {
        return record.started();
    }

    @Override
    public Shard share() {
        return record.share();
    }

    @Override
    public List<BundleVersion> bundles() {
        return record.bundles();
    }

    @Override
    public List<Service> services() {
        return record.services();
    }

    @Override
    public Map<String, String> files() {
        return Collections.unmodifiableMap(record.files());
    }

    @Override
    public Path base() {
        return record.base();
    }

    @Override
    public Optional<String> writer() {
        return FolderLock.holder(folder);
    }
}
