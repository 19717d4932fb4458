package psr.api.learn;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import psr.api.model.Model;
import psr.api.model.SingularValues;

/**
 * A run without a laboratory, for programs and tests: it continues unless its watcher stops it, stores the counters and
 * the singular values, and permits all files. Not thread-safe.
 */
public final class SeededRun implements Run {

    /** Observes iterations; see {@link Run#iterated}. */
    @FunctionalInterface
    public interface Watcher {

        /** Called after an iteration; returns whether to continue. */
        boolean iterated(int iteration, Supplier<? extends Model> model);
    }

    private final long seed;
    private final Path base;
    private final Map<String, Long> counts = new TreeMap<>();
    private Watcher watcher = (iteration, model) -> true;
    private SingularValues singularValues;
    private boolean stopped;

    /** A run with a seed; relative files belong to the current folder. */
    public SeededRun(long seed) {
        this(seed, Path.of(""));
    }

    /**
     * A run with a seed.
     *
     * @param base the folder that relative files belong to
     */
    public SeededRun(long seed, Path base) {
        this.seed = seed;
        this.base = Objects.requireNonNull(base, "base");
    }

    /**
     * Sets an observer of the iterations, which may stop the run: once it returns false, the run is {@link #cancelled}.
     *
     * @return this run
     */
    public SeededRun watchedBy(Watcher listener) {
        watcher = Objects.requireNonNull(listener, "listener");
        return this;
    }

    @Override
    public RandomGenerator random(String purpose) {
        return new SplittableRandom(derive(seed, purpose));
    }

    @Override
    public boolean iterated(int iteration, Supplier<? extends Model> model) {
        stopped |= !watcher.iterated(iteration, model);
        return !stopped;
    }

    /** Does nothing. */
    @Override
    public void progress(double share, String doing) {}

    @Override
    public void count(String counter, long increment) {
        counts.merge(counter, increment, Long::sum);
    }

    /** The counts by name; a copy. */
    public Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }

    @Override
    public void decomposed(SingularValues seen) {
        singularValues = Objects.requireNonNull(seen, "singular-values");
    }

    /** The last singular values reported; empty if there were none. */
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

    /**
     * A seed for a part of a computation. It depends on every bit of the seed and every letter of the part's name, and on
     * nothing else, and is the same in every version of this package.
     */
    public static long derive(long seed, String part) {
        // FNV-1a over the letters, then the finalizer of SplitMix64 (Steele, Lea, Flood 2014), which SplittableRandom
        // uses too: neighboring seeds and similar names give unrelated streams.
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < part.length(); i++) {
            hash = (hash ^ part.charAt(i)) * 0x100000001b3L;
        }
        long z = mix(seed + 0x9e3779b97f4a7c15L) ^ hash;
        return mix(z + 0x9e3779b97f4a7c15L);
    }

    private static long mix(long z) {
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
