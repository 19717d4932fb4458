package psr.api.data;

/**
 * Derives seeds from seeds: each part of a computation has its own random numbers, independent of the other parts, their
 * order and the number of threads.
 */
public final class Seeds {

    private Seeds() {}

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
