package psr.api.learn;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import psr.api.model.Model;

/**
 * A run without a laboratory, for programs and tests: goes on to the end, keeps the counters. Used by one thread at a
 * time.
 */
public class SeededRun implements Run {

    private final long seed;
    private final Map<String, Long> counts = new TreeMap<>();

    /** A run whose randomness comes from this seed. */
    public SeededRun(long seed) {
        this.seed = seed;
    }

    @Override
    public RandomGenerator random(String purpose) {
        return new SplittableRandom(derive(seed, purpose));
    }

    /**
     * A seed for a part of a computation: depends on every bit of the seed and every letter of the part's name, and on
     * nothing else.
     */
    public static long derive(long seed, String part) {
        // FNV-1a over the letters, then the finaliser of SplitMix64 (Steele, Lea, Flood 2014), which SplittableRandom
        // uses too: neighbouring seeds and similar names give unrelated streams.
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

    @Override
    public boolean iterated(int iteration, Supplier<? extends Model> model) {
        return !cancelled();
    }

    @Override
    public void count(String counter, long increment) {
        counts.merge(counter, increment, Long::sum);
    }

    /** What was counted, by name; a copy. */
    public Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }

    @Override
    public boolean cancelled() {
        return false;
    }
}
