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
 * The storage of a run's results: a permanent folder, or a temporary one if the run is not saved, so that the results
 * need not fit in memory. A run without any result leaves no folder; what exists of it is moved to memory. Thread-safe.
 */
final class RunStorage {

    private static final System.Logger LOG = System.getLogger(RunStorage.class.getName());

    private final RunFolder folder;
    private final boolean permanent;
    private final boolean fresh;
    /** The results in memory after the folder was deleted; null while the folder exists. Guarded by this. */
    private Results last;

    /**
     * Creates the storage in a folder that is open for writing.
     *
     * @param permanent whether the folder is permanent
     * @param fresh whether the run is new: its folder is deleted if it has no results
     */
    RunStorage(RunFolder folder, boolean permanent, boolean fresh) {
        this.folder = folder;
        this.permanent = permanent;
        this.fresh = fresh;
    }

    /** The folder in which results are written while the run is active. */
    RunFolder folder() {
        return folder;
    }

    /** Whether the folder is permanent. */
    boolean permanent() {
        return permanent;
    }

    /** The folder in which the run is saved, if any. */
    synchronized Optional<Path> path() {
        return permanent && last == null ? Optional.of(folder.path()) : Optional.empty();
    }

    synchronized Results results() {
        return last == null ? folder.results() : last;
    }

    /** Completes the run after its last trial; if every recipe failed in every trial, nothing is saved. */
    void conclude() throws IOException {
        if (fresh && permanent && allFailed(folder.results())) {
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

    /** Ends the run: unlocks a permanent folder, or deletes it if it has no trial that is worth continuing. */
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

    /** Deletes a temporary folder. */
    void forget() {
        if (!permanent) {
            try {
                folder.discard();
                Files.deleteIfExists(folder.path().toAbsolutePath().getParent());
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "the temporary folder " + folder.path() + " cannot be deleted", e);
            }
        }
    }
}
