package psr.api.data;

/**
 * Seeds out of seeds: each part of a computation has randomness of its own, which does not depend on what else is
 * computed, in which order or on how many threads.
 */
public final class Seeds {

    private Seeds() {}

    /**
     * A seed for a part of a computation: depends on every bit of the seed and every letter of the part's name, and on
     * nothing else. The same in every version of this package.
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
}
