package psr.launcher.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import psr.api.lab.Results;
import psr.api.lab.TrialResult;
import psr.launcher.runs.RunFolder;
import psr.launcher.runs.RunResults;

/**
 * Where the results of a run are: in a folder that stays or, where nobody wants to keep them, in a temporary one, so that there
 * may be more than fit in memory. A run that came to nothing leaves no folder; what there is of it stays in memory. Thread-safe.
 */
final class RunStorage {

    private static final System.Logger LOG = System.getLogger(RunStorage.class.getName());

    private final RunFolder folder;
    private final boolean kept;
    private final boolean fresh;
    /** What was taken into memory because its folder is gone; null while that is there. Guarded by this. */
    private Results last;

    /**
     * In a folder that is being written.
     *
     * @param kept whether the folder stays
     * @param fresh whether the run begins now: one that comes to nothing is then taken away
     */
    RunStorage(RunFolder folder, boolean kept, boolean fresh) {
        this.folder = folder;
        this.kept = kept;
        this.fresh = fresh;
    }

    /** Where results are written while the run is on its way. */
    RunFolder folder() {
        return folder;
    }

    /** Whether the folder is meant to stay. */
    boolean kept() {
        return kept;
    }

    /** Where the run is kept, if it is. */
    synchronized Optional<Path> path() {
        return kept && last == null ? Optional.of(folder.path()) : Optional.empty();
    }

    synchronized Results results() {
        return last == null ? folder.results() : last;
    }

    /** All trials are done: where every recipe failed in all of them nothing is kept. */
    void conclude() throws IOException {
        if (fresh && kept && allFailed(folder.results())) {
            discard();
        }
    }

    private static boolean allFailed(Results results) {
        for (TrialResult result : results.trials()) {
            if (!result.isTrueModel() && result.failure().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private void discard() throws IOException {
        RunResults results = folder.results().load();
        synchronized (this) {
            last = results;
        }
        folder.discard();
    }

    /** The run is over: a folder that stays is unlocked, and one without a trial that would be worth continuing does not stay. */
    void end(boolean failed) throws IOException {
        if (path().isEmpty()) {
            return;
        }
        if (fresh && failed && folder.finished().isEmpty()) {
            discard();
        } else {
            folder.close();
        }
    }

    /** Takes away what nobody wants to keep. */
    void forget() {
        if (!kept) {
            try {
                folder.discard();
                Files.deleteIfExists(folder.path().toAbsolutePath().getParent());
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "the temporary folder " + folder.path() + " stays", e);
            }
        }
    }
}
