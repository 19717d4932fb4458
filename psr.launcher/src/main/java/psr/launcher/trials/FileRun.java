package psr.launcher.trials;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.launcher.spi.NamedFiles;

/** The run in which data are loaded; records which files are read. */
final class FileRun implements Run {

    private final SeededRun seeded;
    private final NamedFiles named;
    private final BooleanSupplier cancelled;
    private final Set<Path> files = new ConcurrentSkipListSet<>();

    FileRun(long seed, NamedFiles named, BooleanSupplier cancelled) {
        this.seeded = new SeededRun(seed);
        this.named = named;
        this.cancelled = cancelled;
    }

    @Override
    public RandomGenerator random(String purpose) {
        return seeded.random(purpose);
    }

    @Override
    public boolean iterated(int iteration, Supplier<? extends Model> model) {
        return !cancelled();
    }

    @Override
    public void progress(double share, String doing) {
        // There is no recipe yet to report progress for.
    }

    @Override
    public void count(String counter, long increment) {
        // The results have no counters of data.
    }

    @Override
    public Path file(Path name) {
        Path file = named.file(name);
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            // It is read again for the next trial and for its hash; reading a pipe without a writer would block forever.
            throw new IllegalArgumentException("data must be in a regular file, because they are read more than once; " + file
                    + " is a pipe or a device");
        }
        files.add(file.toAbsolutePath().normalize());
        return file;
    }

    @Override
    public boolean cancelled() {
        return cancelled.getAsBoolean();
    }

    /** The files that were requested, sorted by name. */
    List<Path> files() {
        return List.copyOf(files);
    }
}
