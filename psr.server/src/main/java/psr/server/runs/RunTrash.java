package psr.server.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import psr.server.DataFolder;

/**
 * Removed runs. They are deleted after some days, or when they take too much space on the disk, in the order of their removal. Until then
 * their folders do not move; only the database records that they are removed. Thread-safe.
 */
final class RunTrash {

    private static final System.Logger LOG = System.getLogger(RunTrash.class.getName());
    private static final String ASIDE = ".aside";

    private final RunTable table;
    private final RunFolders folders;
    private final Duration longest;
    private final long most;

    /**
     * Creates the trash.
     *
     * @param longest maximum time in the trash
     * @param most maximum size of the trash, in bytes
     */
    RunTrash(RunTable table, RunFolders folders, Duration longest, long most) {
        this.table = table;
        this.folders = folders;
        this.longest = longest;
        this.most = most;
    }

    /** Sets the folder of a run that starts again aside; {@link #clean} deletes it later. */
    void setAside(String id) {
        try {
            if (Files.isDirectory(folders.of(id))) {
                Path aside = Files.createDirectories(folders.folder().resolve(ASIDE));
                Files.move(folders.of(id), aside.resolve(System.currentTimeMillis() + "-" + id));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes runs that exceed the maximum time or size. */
    void clean(Predicate<String> busy) {
        Instant oldest = Instant.now().minus(longest);
        List<QueuedRun> removed = new ArrayList<>(table.removed());
        removed.removeIf(run -> busy.test(run.id()));
        try {
            long bytes = 0;
            for (QueuedRun run : removed) {
                bytes += folders.bytes(run.id());
            }
            for (QueuedRun run : removed) {
                if (bytes > most || run.removed().orElseThrow().isBefore(oldest)) {
                    bytes -= folders.bytes(run.id());
                    discard(run.id());
                    folders.delete(run.id());
                }
            }
            cleanAside(oldest);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "the trash cannot be emptied: " + e.getMessage(), e);
        }
    }

    private synchronized void discard(String id) throws IOException {
        if (isIn(id)) {
            // The folder first: a folder without a row would be imported again at the next start.
            folders.discard(id);
            table.delete(id);
        }
    }

    private boolean isIn(String id) {
        return table.find(id).filter(run -> run.removed().isPresent()).isPresent();
    }

    /** Restores a run from the trash; false if it was not in the trash. */
    synchronized boolean restore(String id) {
        boolean there = isIn(id);
        if (there) {
            table.removed(id, false);
        }
        return there;
    }

    private void cleanAside(Instant oldest) throws IOException {
        Path aside = folders.folder().resolve(ASIDE);
        for (Path folder : Files.isDirectory(aside) ? DataFolder.list(aside, each -> true) : List.<Path>of()) {
            String time = folder.getFileName().toString().split("-")[0];
            if (time.matches("\\d{1,15}") && Instant.ofEpochMilli(Long.parseLong(time)).isBefore(oldest)) {
                DataFolder.delete(folder);
            }
        }
    }
}
