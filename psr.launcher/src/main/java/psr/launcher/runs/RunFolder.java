package psr.launcher.runs;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;

import psr.api.lab.Experiment;
import psr.api.lab.TrialResult;
import psr.launcher.files.WholeFile;
import psr.launcher.lab.Prepared;

/** The folder of a run that is being written. It is locked: nobody else writes it. Used by one thread at a time. */
public final class RunFolder implements AutoCloseable {

    /** One line for each recipe and trial. */
    public static final String TRIALS = "trials.jsonl";
    /** Means over trials. */
    public static final String SUMMARY = "summary.csv";
    /** How long everything took. */
    public static final String TIMES = "times.csv";

    private final Path folder;
    private final FolderLock lock;
    private final TrialsFile trials;
    private final FileChannel file;
    /** The results of trials under way. */
    private final Map<Integer, List<TrialResult>> open = new HashMap<>();
    /** The outermost folder that was made for this run, or null if it was there. */
    private final Path made;

    private RunFolder(Path folder, FolderLock lock, Path made) throws IOException {
        this.folder = folder;
        this.lock = lock;
        this.made = made;
        this.trials = TrialsFile.scan(folder.resolve(TRIALS));
        this.file = FileChannel.open(folder.resolve(TRIALS), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        // What was cut short by a kill.
        file.truncate(trials.end());
        file.position(trials.end());
    }

    /**
     * Makes the folder of a new run, before anything is computed.
     *
     * @throws IllegalArgumentException if it cannot be written or holds a run
     */
    public static RunFolder create(Path folder) {
        Path made = null;
        for (Path path = folder.toAbsolutePath(); path != null && !Files.exists(path); path = path.getParent()) {
            made = path;
        }
        try {
            Files.createDirectories(folder);
            FolderLock lock = lock(folder);
            for (String name : List.of(RunRecord.FILE, TRIALS, SUMMARY)) {
                if (Files.exists(folder.resolve(name))) {
                    lock.close();
                    throw new IllegalArgumentException("the output folder must not hold a run; " + folder + " holds "
                            + name + ": choose another --out, remove that folder, or continue the run with: resume "
                            + folder);
                }
            }
            return opened(folder, lock, made);
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException("the output must be a folder; " + folder
                    + " or a folder above it is a file", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the output folder must be writable; " + folder + " is not: "
                    + reason(e), e);
        }
    }

    /**
     * Opens the folder of a run to continue it; what was cut short is cut off.
     *
     * @throws IllegalArgumentException if another run writes it
     * @throws IOException if it cannot be written, or its trials are damaged
     */
    public static RunFolder open(Path folder) throws IOException {
        return opened(folder, lock(folder), null);
    }

    private static FolderLock lock(Path folder) throws IOException {
        return FolderLock.take(folder).orElseThrow(() -> new IllegalArgumentException(
                "two runs must not write one folder; " + folder + " is being written by "
                        + FolderLock.holder(folder).orElse("another run")));
    }

    private static RunFolder opened(Path folder, FolderLock lock, Path made) throws IOException {
        try {
            return new RunFolder(folder, lock, made);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "it cannot be made";
        }
        return e instanceof FileSystemException system && system.getReason() != null ? system.getReason()
                : e.getClass() == IOException.class ? e.getMessage() : e.toString();
    }

    /** Where it is. */
    public Path path() {
        return folder;
    }

    /** The finished trials, as far as there are any now. */
    public TrialsFile trials() {
        return trials;
    }

    /** Writes or replaces the record of the run. */
    public void write(RunRecord record) throws IOException {
        record.write(folder);
    }

    /** Keeps a result until its trial is finished. */
    public void add(TrialResult result) {
        open.computeIfAbsent(result.trial(), trial -> new ArrayList<>()).add(result);
    }

    /**
     * Writes the results of a trial; they are on the disk when this returns. Results of a trial that is not finished
     * are worth nothing to a run that is resumed: it computes the trial again, because its recipes share stages.
     *
     * @throws UncheckedIOException if they cannot be written: the run cannot go on
     */
    public void trialFinished(Experiment experiment, int trial) {
        List<TrialResult> results = open.remove(trial);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; results != null && i < results.size(); i++) {
            lines.append(TrialLine.write(results.get(i), i == results.size() - 1, Prepared.seed(experiment, trial)))
                    .append('\n');
        }
        byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                file.write(buffer);
            }
            file.force(false);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + folder.resolve(TRIALS) + ": " + reason(e), e);
        }
        if (bytes.length > 0) {
            trials.add(trial, bytes.length);
        }
    }

    /** Writes means and times of the finished trials. */
    public void summarise(Experiment experiment, Summary summary) throws IOException {
        summarise(folder, summary, new Times(experiment, trials));
    }

    static void summarise(Path into, Summary summary, Times times) throws IOException {
        WholeFile.write(into.resolve(SUMMARY), out -> {
            try (CsvWriter csv = csv(out)) {
                csv.writeRecord("recipe", "iteration", "metric", "mean", "stderr", "trials");
                for (Summary.Row row : summary.rows()) {
                    csv.writeRecord(row.recipe(), Integer.toString(row.iteration()), row.metric(),
                            Double.toString(row.mean()), text(row.error()), Integer.toString(row.trials()));
                }
            }
        });
        WholeFile.write(into.resolve(TIMES), out -> {
            try (CsvWriter csv = csv(out)) {
                csv.writeRecord("recipe", "stage", "seconds", "stderr", "trials");
                times.seconds().forEach((label, stages) -> stages.forEach((stage, tally) -> csv.writeRecord(label,
                        stage, Double.toString(tally.mean()), text(tally.error()), Integer.toString(tally.count()))));
            }
        });
    }

    private static CsvWriter csv(OutputStream out) {
        return CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }

    private static String text(OptionalDouble error) {
        return error.isPresent() ? Double.toString(error.getAsDouble()) : "";
    }

    @Override
    public void close() throws IOException {
        file.close();
        lock.close();
    }

    /** Takes back what {@link #create} made, for a run that came to nothing: then the folder can be tried again. */
    public void discard() throws IOException {
        file.close();
        for (String name : List.of(TRIALS, RunRecord.FILE, SUMMARY, TIMES)) {
            Files.deleteIfExists(folder.resolve(name));
        }
        lock.delete();
        for (Path path = folder.toAbsolutePath(); made != null && path.startsWith(made); path = path.getParent()) {
            Files.delete(path);
        }
    }
}
