package psr.server.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What was removed: kept for some days, and within a bound on the disk, then deleted, what was removed first first. Runs stay where they
 * are; only the database says that they are removed. Thread-safe.
 */
final class RunTrash {

    private static final System.Logger LOG = System.getLogger(RunTrash.class.getName());
    private static final String ASIDE = ".aside";

    private final RunTable table;
    private final RunFolders kept;
    private final Duration longest;
    private final long most;

    /**
     * A trash.
     *
     * @param longest how long something stays in it
     * @param most how many bytes may be in it
     */
    RunTrash(RunTable table, RunFolders kept, Duration longest, long most) {
        this.table = table;
        this.kept = kept;
        this.longest = longest;
        this.most = most;
    }

    /** Takes the folder of a run that begins anew out of its way; it is deleted as what is removed. */
    void setAside(String id) throws IOException {
        if (Files.isDirectory(kept.of(id))) {
            Path aside = Files.createDirectories(kept.folder().resolve(ASIDE));
            Files.move(kept.of(id), aside.resolve(System.currentTimeMillis() + "-" + id));
        }
    }

    /** Deletes what is too old or too much. */
    void clean(Predicate<String> busy) {
        Instant oldest = Instant.now().minus(longest);
        List<QueuedRun> removed = new ArrayList<>(table.removed());
        removed.removeIf(run -> busy.test(run.id()));
        try {
            long bytes = 0;
            for (QueuedRun run : removed) {
                bytes += kept.bytes(run.id());
            }
            for (QueuedRun run : removed) {
                if (bytes > most || run.removed().orElseThrow().isBefore(oldest)) {
                    bytes -= kept.bytes(run.id());
                    discard(run.id());
                    kept.delete(run.id());
                }
            }
            cleanAside(oldest);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "the trash cannot be emptied: " + e.getMessage(), e);
        }
    }

    private synchronized void discard(String id) throws IOException {
        if (isIn(id)) {
            // The folder first: one without a row would be taken in again at the next start.
            kept.discard(id);
            table.delete(id);
        }
    }

    private boolean isIn(String id) {
        return table.find(id).filter(run -> run.removed().isPresent()).isPresent();
    }

    /** Takes a run out of the trash; whether it was in it. */
    synchronized boolean restore(String id) {
        boolean there = isIn(id);
        if (there) {
            table.removed(id, false);
        }
        return there;
    }

    private void cleanAside(Instant oldest) throws IOException {
        Path aside = kept.folder().resolve(ASIDE);
        if (!Files.isDirectory(aside)) {
            return;
        }
        List<Path> folders;
        try (Stream<Path> all = Files.list(aside)) {
            folders = all.toList();
        }
        for (Path folder : folders) {
            String time = folder.getFileName().toString().split("-")[0];
            if (time.matches("\\d{1,15}") && Instant.ofEpochMilli(Long.parseLong(time)).isBefore(oldest)) {
                RunFolders.delete(folder);
            }
        }
    }
}
