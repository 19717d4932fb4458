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
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicReference;

import psr.api.lab.Experiment;
import psr.api.lab.TrialResult;
import psr.launcher.files.FileProblem;
import psr.launcher.spi.TrialOutcome;
import psr.launcher.trials.Trial;

/**
 * The folder of a run that is being written. It is locked against other writers. A run that is not saved has a temporary folder, so that its
 * results need not fit in memory. A run without any result leaves no folder; what exists of it is moved to memory. Thread-safe.
 */
public final class RunFolder implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(RunFolder.class.getName());

    /** One line for each recipe and trial. */
    static final String TRIALS = "trials.jsonl";

    private final Path folder;
    private final FolderLock lock;
    private final boolean temporary;
    /** Whether the run is new: without results, its folder is deleted. */
    private final boolean fresh;
    /** The outermost folder that was created for this run; null if none was. */
    private final Path created;
    /** The record and the trials on the disk; replaced under the monitor of this folder, read without it. */
    private volatile TrialsFile trials;
    private volatile FileChannel file;
    /** The results in memory after the folder was deleted; null while it exists. */
    private volatile RunResults last;
    /** The latest results: clients that follow the run request several of them after each trial, and would all read the file. */
    private final AtomicReference<SoftReference<RunResults>> latest = new AtomicReference<>(new SoftReference<>(null));

    private RunFolder(Path folder, FolderLock lock, boolean temporary, boolean fresh, Path created) {
        this.folder = folder;
        this.lock = lock;
        this.temporary = temporary;
        this.fresh = fresh;
        this.created = created;
    }

    /**
     * Creates the folder of a new run, before anything is computed.
     *
     * @throws IllegalArgumentException if it cannot be written or already has a run
     */
    public static RunFolder create(Path folder, RunRecord record) {
        return create(folder, record, false);
    }

    /** Creates a temporary folder for a run that is not saved. */
    public static RunFolder temporary(RunRecord record) {
        try {
            return create(Files.createTempDirectory("psr-run").resolve("run"), record, true);
        } catch (IOException e) {
            throw new IllegalArgumentException("results pass through a temporary folder, which must be writable; "
                    + System.getProperty("java.io.tmpdir") + " is not", e);
        }
    }

    private static RunFolder create(Path folder, RunRecord record, boolean temporary) {
        Path outermost = null;
        for (Path path = folder.toAbsolutePath(); path != null && !Files.exists(path); path = path.getParent()) {
            outermost = path;
        }
        try {
            Files.createDirectories(folder);
            return new RunFolder(folder, lock(folder), temporary, true, outermost).open(() -> {
                for (String name : List.of(RunRecord.FILE, TRIALS, RunFiles.SUMMARY)) {
                    if (Files.exists(folder.resolve(name))) {
                        throw new IllegalArgumentException("the output folder must not hold a run; " + folder + " holds "
                                + name + ": choose another --out, remove that folder, or continue the run with: resume "
                                + folder);
                    }
                }
                // First the record: if the process is killed right after it, the run can be resumed.
                record.write(folder);
                return record;
            });
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException("the output must be a folder; " + folder
                    + " or a folder above it is a file", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the output folder must be writable; " + folder + " is not: "
                    + FileProblem.describe(e), e);
        }
    }

    /**
     * Opens the folder of a run to resume it; removes an incomplete trial at the end.
     *
     * @throws IllegalArgumentException if it is being written or is not a run
     * @throws IOException if it cannot be written, or its trials are damaged; nothing was changed
     */
    public static RunFolder open(Path folder) throws IOException {
        RunRecord.read(folder);
        // Read again: another process may have written it before it was locked.
        return new RunFolder(folder, lock(folder), false, false, null).open(() -> RunRecord.read(folder));
    }

    private interface RecordSource {
        RunRecord record() throws IOException;
    }

    /** Opens the files of a locked folder; unlocks it if that fails. */
    private RunFolder open(RecordSource source) throws IOException {
        try {
            trials = TrialsFile.scan(folder.resolve(TRIALS), source.record());
            file = FileChannel.open(folder.resolve(TRIALS), StandardOpenOption.CREATE, StandardOpenOption.READ,
                    StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            // Removes a trial that is incomplete because the process was killed.
            file.truncate(trials.end());
            file.position(trials.end());
            return this;
        } catch (IOException | RuntimeException | Error e) {
            closeQuietly();
            throw e;
        }
    }

    private static FolderLock lock(Path folder) throws IOException {
        return FolderLock.take(folder).orElseThrow(() -> new IllegalArgumentException(
                "two runs must not write one folder; " + folder + " is being written by "
                        + FolderLock.holder(folder).orElse("another run")));
    }

    public Path path() {
        return folder;
    }

    /** The folder in which the run is saved; empty if it is temporary or was deleted. */
    public Optional<Path> saved() {
        return temporary || last != null ? Optional.empty() : Optional.of(folder);
    }

    public boolean isTemporary() {
        return temporary;
    }

    /** What was requested and how it is computed. */
    public RunRecord record() {
        return trials.record();
    }

    /** Replaces the record of the run; its trials, if there are any, must be of the same experiment. */
    public synchronized void write(RunRecord changed) throws IOException {
        changed.write(folder);
        trials = trials.with(changed);
    }

    /** The finished trials, from 0. */
    public BitSet finished() {
        return trials.finished();
    }

    /** The hash of the data of a finished trial. */
    public Optional<String> data(int trial) {
        return trials.data(trial);
    }

    /** The results of the trials that are finished so far. */
    public RunResults results() {
        RunResults loaded = last;
        if (loaded != null) {
            return loaded;
        }
        try {
            if (isRemoved()) {
                restoreRemovedFile();
            }
        } catch (IOException e) {
            throw writeFailure(e);
        }
        TrialsFile now = trials;
        RunResults[] results = new RunResults[1];
        latest.updateAndGet(before -> {
            results[0] = RunResults.of(now, before.get());
            return new SoftReference<>(results[0]);
        });
        return results[0];
    }

    /**
     * Writes the results of trials; they are on the disk when this returns. Only complete trials are written, because a
     * resumed run computes an unfinished trial again: its recipes share stages.
     *
     * @throws UncheckedIOException if they cannot be written: the run cannot continue
     */
    public synchronized void add(List<TrialOutcome> outcomes) {
        try {
            restoreRemovedFile();
            TrialsFile more = trials;
            for (TrialOutcome outcome : outcomes) {
                more = append(more, outcome.trial(), lines(outcome), outcome.dataSha256());
            }
            file.force(false);
            trials = more;
        } catch (IOException e) {
            throw writeFailure(e);
        }
    }

    private String lines(TrialOutcome outcome) {
        RunRecord record = record();
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

    private TrialsFile append(TrialsFile to, int trial, String lines, String data) throws IOException {
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
        return to.with(trial, bytes.length, data);
    }

    /**
     * Copies the finished trials of other folders, in the order of trials; they are on the disk when this returns.
     *
     * @param sources by trial
     */
    synchronized void copy(SortedMap<Integer, TrialsFile> sources) throws IOException {
        TrialsFile more = trials;
        for (Map.Entry<Integer, TrialsFile> source : sources.entrySet()) {
            int trial = source.getKey();
            more = append(more, trial, source.getValue().lines(trial), source.getValue().data(trial).orElseThrow());
        }
        file.force(true);
        trials = more;
    }

    private UncheckedIOException writeFailure(IOException e) {
        return new UncheckedIOException("cannot write " + folder.resolve(TRIALS) + ": " + FileProblem.describe(e), e);
    }

    private boolean isRemoved() {
        return file.isOpen() && !Files.exists(folder.resolve(TRIALS), LinkOption.NOFOLLOW_LINKS);
    }

    /** If the file of trials was removed during the run, its content can still be read from the open file, and is restored. */
    private synchronized void restoreRemovedFile() throws IOException {
        Path path = folder.resolve(TRIALS);
        if (!isRemoved()) {
            return;
        }
        Path draft = folder.resolve(TRIALS + ".part");
        try (FileChannel removed = file) {
            FileChannel restored = FileChannel.open(draft, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.READ, StandardOpenOption.WRITE);
            for (long done = 0; done < trials.end();) {
                done += removed.transferTo(done, trials.end() - done, restored.position(done));
            }
            restored.position(trials.end());
            restored.force(true);
            // Readers take no lock: they must find the whole file or none.
            Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
            file = restored;
        }
        LOG.log(System.Logger.Level.WARNING,
                path + " was removed while the run was writing it; it was restored");
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
            // The caller is already handling a more serious failure.
        }
    }

    /** Completes the run after its last trial; if every recipe failed in every trial, nothing is saved. */
    public void conclude() throws IOException {
        if (fresh && !temporary && allFailed()) {
            discardFiles();
        }
    }

    private boolean allFailed() {
        for (TrialResult result : results().trials()) {
            if (!result.isTrueModel() && result.failure().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Moves the results to memory and deletes the folder. */
    private void discardFiles() throws IOException {
        last = results().load();
        discard();
    }

    /** Ends the run: unlocks its folder, or deletes it if it has no trial that is worth continuing. Keeps a temporary folder. */
    public void end(boolean failed) throws IOException {
        if (saved().isEmpty()) {
            return;
        }
        if (fresh && failed && finished().isEmpty()) {
            discardFiles();
        } else {
            close();
        }
    }

    /** Deletes a temporary folder. */
    public void forget() {
        if (temporary) {
            try {
                discard();
                Files.deleteIfExists(folder.toAbsolutePath().getParent());
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "the temporary folder " + folder + " cannot be deleted", e);
            }
        }
    }

    /** Deletes everything that {@link #create} created, for a run that failed to start: the folder can be used again. */
    public synchronized void discard() throws IOException {
        file.close();
        for (String name : List.of(TRIALS, RunRecord.FILE, RunFiles.SUMMARY, RunFiles.TIMES)) {
            Files.deleteIfExists(folder.resolve(name));
        }
        lock.delete();
        for (Path path = folder.toAbsolutePath(); created != null && path.startsWith(created); path = path.getParent()) {
            Files.delete(path);
        }
    }
}
