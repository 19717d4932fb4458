package psr.launcher.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

import psr.api.lab.Experiment;
import psr.api.lab.TrialOutcome;
import psr.api.lab.TrialResult;
import psr.launcher.files.FileProblem;
import psr.launcher.trials.Trial;

/** The folder of a run that is being written. It is locked: nobody else writes it. Thread-safe. */
public final class RunFolder implements AutoCloseable {

    /** One line for each recipe and trial. */
    static final String TRIALS = "trials.jsonl";

    private final Path folder;
    private final FolderLock lock;
    /** The outermost folder that was made for this run, or null if it was there. */
    private final Path made;
    private RunRecord record;
    private TrialsFile trials;
    private FileChannel file;
    /** What was given out last: who looks on asks again after each trial, for several things at once, and all were read anew. */
    private SoftReference<RunResults> latest = new SoftReference<>(null);

    private RunFolder(Path folder, FolderLock lock, Path made) {
        this.folder = folder;
        this.lock = lock;
        this.made = made;
    }

    /**
     * Makes the folder of a new run, before anything is computed.
     *
     * @throws IllegalArgumentException if it cannot be written or holds a run
     */
    public static RunFolder create(Path folder, RunRecord record) {
        Path made = null;
        for (Path path = folder.toAbsolutePath(); path != null && !Files.exists(path); path = path.getParent()) {
            made = path;
        }
        RunFolder created = null;
        try {
            Files.createDirectories(folder);
            created = new RunFolder(folder, lock(folder), made);
            for (String name : List.of(RunRecord.FILE, TRIALS, RunFiles.SUMMARY)) {
                if (Files.exists(folder.resolve(name))) {
                    throw new IllegalArgumentException("the output folder must not hold a run; " + folder + " holds "
                            + name + ": choose another --out, remove that folder, or continue the run with: resume "
                            + folder);
                }
            }
            // First the record: whoever is killed right after it leaves a run that can be continued.
            record.write(folder);
            created.open(record);
            RunFolder whole = created;
            created = null;
            return whole;
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException("the output must be a folder; " + folder
                    + " or a folder above it is a file", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the output folder must be writable; " + folder + " is not: "
                    + FileProblem.inWords(e), e);
        } finally {
            if (created != null) {
                created.closeQuietly();
            }
        }
    }

    /**
     * Opens the folder of a run to continue it; what was cut short is cut off.
     *
     * @throws IllegalArgumentException if another run writes it, or it is no run
     * @throws IOException if it cannot be written, or its trials are damaged; nothing was touched
     */
    public static RunFolder open(Path folder) throws IOException {
        RunRecord.read(folder);
        RunFolder opened = new RunFolder(folder, lock(folder), null);
        try {
            // Read again: until the folder was locked another process may have written it.
            opened.open(RunRecord.read(folder));
            RunFolder whole = opened;
            opened = null;
            return whole;
        } finally {
            if (opened != null) {
                opened.closeQuietly();
            }
        }
    }

    private void open(RunRecord begun) throws IOException {
        record = begun;
        trials = TrialsFile.scan(folder.resolve(TRIALS), begun);
        file = FileChannel.open(folder.resolve(TRIALS), StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        // What was cut short by a kill.
        file.truncate(trials.end());
        file.position(trials.end());
    }

    private static FolderLock lock(Path folder) throws IOException {
        return FolderLock.take(folder).orElseThrow(() -> new IllegalArgumentException(
                "two runs must not write one folder; " + folder + " is being written by "
                        + FolderLock.holder(folder).orElse("another run")));
    }

    /** Where it is. */
    public Path path() {
        return folder;
    }

    /** What was asked and how it is computed. */
    public synchronized RunRecord record() {
        return record;
    }

    /** Replaces the record of the run; its trials, if there are any, must be of the same experiment. */
    public synchronized void write(RunRecord changed) throws IOException {
        changed.write(folder);
        record = changed;
        if (trials.finished().isEmpty()) {
            trials = TrialsFile.scan(folder.resolve(TRIALS), changed);
        }
    }

    /** The finished trials, from 0. */
    public BitSet finished() {
        return trials.finished();
    }

    /** The hash of the data of a finished trial. */
    public Optional<String> data(int trial) {
        return trials.data(trial);
    }

    /** All that is finished so far. */
    public synchronized RunResults results() {
        try {
            putBack();
        } catch (IOException e) {
            throw unwritten(e);
        }
        RunResults results = latest.get();
        if (results == null || !results.isOf(record)) {
            results = new RunResults(record, trials.copy());
        } else if (!results.endAt(trials.end())) {
            results = results.after(trials.copy());
        }
        latest = new SoftReference<>(results);
        return results;
    }

    /**
     * Writes the results of trials; they are on the disk when this returns. Results of a trial that is not finished
     * are worth nothing to a run that is resumed: it computes the trial again, because its recipes share stages.
     *
     * @throws UncheckedIOException if they cannot be written: the run cannot go on
     */
    public synchronized void add(List<TrialOutcome> outcomes) {
        try {
            putBack();
            for (TrialOutcome outcome : outcomes) {
                append(outcome.trial(), lines(outcome), outcome.dataSha256());
            }
            file.force(false);
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    private String lines(TrialOutcome outcome) {
        Experiment experiment = record.experiment();
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < outcome.results().size(); i++) {
            TrialResult result = outcome.results().get(i);
            lines.append(TrialLine.write(result, new TrialLine.Head(outcome.trial(), i == outcome.results().size() - 1,
                    result.label(), Trial.seed(experiment, outcome.trial()), record.fingerprint(),
                    outcome.dataSha256()))).append('\n');
        }
        return lines.toString();
    }

    private void append(int trial, String lines, String data) throws IOException {
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
        trials.add(trial, bytes.length, data);
    }

    /**
     * Copies the finished trials of other folders, in the order of trials; they are on the disk when this returns.
     *
     * @param sources by trial
     */
    synchronized void copy(SortedMap<Integer, TrialsFile> sources) throws IOException {
        for (Map.Entry<Integer, TrialsFile> source : sources.entrySet()) {
            int trial = source.getKey();
            append(trial, source.getValue().lines(trial), source.getValue().data(trial).orElseThrow());
        }
        file.force(true);
    }

    private UncheckedIOException unwritten(IOException e) {
        return new UncheckedIOException("cannot write " + folder.resolve(TRIALS) + ": " + FileProblem.inWords(e), e);
    }

    /** Where somebody removed the file of trials under the run: what was written to it can still be read, and is put back. */
    private void putBack() throws IOException {
        Path path = folder.resolve(TRIALS);
        if (!file.isOpen() || Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (FileChannel removed = file) {
            file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
            for (long done = 0; done < trials.end();) {
                done += removed.transferTo(done, trials.end() - done, file.position(done));
            }
            file.position(trials.end());
            file.force(true);
        }
        System.getLogger(RunFolder.class.getName()).log(System.Logger.Level.WARNING,
                path + " was removed while the run was writing it; it was put back");
    }

    @Override
    public synchronized void close() throws IOException {
        try {
            if (file != null) {
                file.close();
            }
        } finally {
            lock.close();
        }
    }

    private void closeQuietly() {
        try {
            close();
        } catch (IOException e) {
            // Something worse is being told already.
        }
    }

    /** Takes back what {@link #create} made, for a run that came to nothing: then the folder can be tried again. */
    public synchronized void discard() throws IOException {
        file.close();
        for (String name : List.of(TRIALS, RunRecord.FILE, RunFiles.SUMMARY, RunFiles.TIMES)) {
            Files.deleteIfExists(folder.resolve(name));
        }
        lock.delete();
        for (Path path = folder.toAbsolutePath(); made != null && path.startsWith(made); path = path.getParent()) {
            Files.delete(path);
        }
    }
}
