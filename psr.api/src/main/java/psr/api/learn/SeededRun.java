package psr.api.learn;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import psr.api.data.Seeds;
import psr.api.model.Model;
import psr.api.model.SingularValues;

/**
 * A run without a laboratory, for programs and tests: goes on to the end unless its watcher says no, keeps the counters
 * and the singular values, lets every file be read. Used by one thread at a time.
 */
public final class SeededRun implements Run {

    /** Hears of iterations; see {@link Run#iterated}. */
    @FunctionalInterface
    public interface Watcher {

        /** An iteration is done; whether to go on. */
        boolean iterated(int iteration, Supplier<? extends Model> model);
    }

    private final long seed;
    private final Path base;
    private final Map<String, Long> counts = new TreeMap<>();
    private Watcher watcher = (iteration, model) -> true;
    private SingularValues singularValues;
    private boolean stopped;

    /** A run whose randomness comes from this seed and whose files belong to the current folder. */
    public SeededRun(long seed) {
        this(seed, Path.of(""));
    }

    /**
     * A run whose randomness comes from this seed.
     *
     * @param base the folder that relative files belong to
     */
    public SeededRun(long seed, Path base) {
        this.seed = seed;
        this.base = Objects.requireNonNull(base, "base");
    }

    /**
     * Lets somebody see the iterations, and stop the run: from the first no on it is {@link #cancelled}.
     *
     * @return this run
     */
    public SeededRun watchedBy(Watcher listener) {
        watcher = Objects.requireNonNull(listener, "listener");
        return this;
    }

    @Override
    public RandomGenerator random(String purpose) {
        return new SplittableRandom(Seeds.derive(seed, purpose));
    }

    @Override
    public boolean iterated(int iteration, Supplier<? extends Model> model) {
        stopped |= !watcher.iterated(iteration, model);
        return !stopped;
    }

    /** Does nothing: nobody looks. */
    @Override
    public void progress(double share, String doing) {}

    @Override
    public void count(String counter, long increment) {
        counts.merge(counter, increment, Long::sum);
    }

    /** What was counted, by name; a copy. */
    public Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }

    @Override
    public void decomposed(SingularValues seen) {
        singularValues = Objects.requireNonNull(seen, "singular-values");
    }

    /** The singular values that were told last; empty if none were. */
    public Optional<SingularValues> singularValues() {
        return Optional.ofNullable(singularValues);
    }

    @Override
    public boolean cancelled() {
        return stopped;
    }

    @Override
    public Path file(Path named) {
        return base.resolve(named);
    }
}
