package psr.api.linear;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;

/**
 * Features of the future: indicators of the strings that begin at the current step. Immutable and thread-safe.
 *
 * <p>Feature o is the single symbol o, for every symbol of the alphabet; the longer strings follow, shorter ones first,
 * then in the order of their symbols. Only strings that occur in training have a feature. Every prefix and every symbol
 * of a
 * feature's string is a feature too.
 *
 * <p>At the end of a sequence: if the alphabet has an end, it repeats forever, so every window is complete. Otherwise a
 * window that extends beyond the sequence is incomplete and does not count.
 */
public final class Features {

    /** In {@link #window}: a string of the window without a feature. */
    public static final int UNSEEN = -1;

    private final Alphabet alphabet;
    /** The end of sequences; −1 if there is none. */
    private final int end;
    /** The first feature of each length 1 … longest, then the number of features. */
    private final int[] first;
    /** The feature of all but the last symbol of each string; {@link #UNSEEN} for single symbols. */
    private final int[] prefix;
    /** The last symbol of each string. */
    private final int[] last;
    /** Open-addressing hash table of the features of length 2 and more, by prefix and last symbol; 0 if there is none. */
    private final int[] table;

    private Features(Alphabet alphabet, int[] first, int[] prefix, int[] last) {
        this.alphabet = alphabet;
        this.first = first;
        this.prefix = prefix;
        this.last = last;
        end = alphabet.end().orElse(-1);
        int longer = prefix.length - alphabet.size();
        table = new int[Math.max(2, Integer.highestOneBit(Math.min(longer, 1 << 28)) << 2)];
        for (int f = alphabet.size(); f < prefix.length; f++) {
            table[slot(prefix[f], last[f])] = f;
        }
    }

    /** The slot in the table of the string of a feature and one more symbol. */
    private int slot(int feature, int symbol) {
        // Fibonacci hashing spreads neighbors over the table.
        int slot = (int) (((long) feature << 32 | symbol) * 0x9e3779b97f4a7c15L >>> 33) & table.length - 1;
        for (int f = table[slot]; f != 0 && (prefix[f] != feature || last[f] != symbol); f = table[slot]) {
            slot = slot + 1 & table.length - 1;
        }
        return slot;
    }

    /** The feature of the string of a feature and one more symbol; {@link #UNSEEN} if there is none. */
    private int longer(int feature, int symbol) {
        int found = table[slot(feature, symbol)];
        return found == 0 ? UNSEEN : found;
    }

    /**
     * All strings of length 1 … longest in the training data, and every single symbol.
     *
     * @param longest at least 1; the paper uses 2
     */
    public static Features seenIn(Symbols data, int longest) {
        if (longest < 1) {
            throw new IllegalArgumentException("features must have a length of at least 1; length=" + longest);
        }
        Features features = singles(data.alphabet());
        int[] sequence = new int[data.longest()];
        for (int length = 2; length <= longest; length++) {
            // One more level: collect the strings that occur, then number them in order.
            LongSet seen = new LongSet();
            for (int i = 0; i < data.count(); i++) {
                int until = data.copy(i, sequence);
                for (int t = 0; t < until && (features.end >= 0 || t + length <= until); t++) {
                    int f = features.symbol(sequence, until, t);
                    for (int k = 1; k < length - 1; k++) {
                        f = features.longer(f, features.symbol(sequence, until, t + k));
                    }
                    seen.add((long) f << 32 | features.symbol(sequence, until, t + length - 1));
                }
            }
            features = features.with(seen.sorted());
        }
        return features;
    }

    private static Features singles(Alphabet alphabet) {
        int n = alphabet.size();
        int[] prefix = new int[n];
        int[] last = new int[n];
        for (int o = 0; o < n; o++) {
            prefix[o] = UNSEEN;
            last[o] = o;
        }
        return new Features(alphabet, new int[] {0, n}, prefix, last);
    }

    /** Adds the strings of one more length, given as prefix and last symbol, in order. */
    private Features with(long[] strings) {
        int count = count();
        int[] starts = Arrays.copyOf(first, first.length + 1);
        starts[first.length] = Math.addExact(count, strings.length);
        int[] prefixes = Arrays.copyOf(prefix, starts[first.length]);
        int[] lasts = Arrays.copyOf(last, starts[first.length]);
        for (int k = 0; k < strings.length; k++) {
            prefixes[count + k] = (int) (strings[k] >>> 32);
            lasts[count + k] = (int) strings[k];
        }
        return new Features(alphabet, starts, prefixes, lasts);
    }

    /** The symbol at a position; the end repeats forever. */
    private int symbol(int[] sequence, int length, int t) {
        return t < length ? sequence[t] : end;
    }

    /**
     * Features of given strings, for reading a saved model.
     *
     * @param strings as returned by {@link #string}, in the order of the features
     * @throws IllegalArgumentException if they are not in the order of this class
     */
    public static Features ofStrings(Alphabet alphabet, List<int[]> strings) {
        int n = alphabet.size();
        for (int f = 0; f < Math.min(n, strings.size()); f++) {
            int[] string = strings.get(f);
            if (string.length != 1 || string[0] != f) {
                throw unordered(alphabet, f, string);
            }
        }
        if (strings.size() < n) {
            throw new IllegalArgumentException("features must begin with the " + n + " symbols; found "
                    + strings.size() + " features");
        }
        Features features = singles(alphabet);
        int f = n;
        for (int length = 2; f < strings.size(); length++) {
            int from = f;
            while (f < strings.size() && strings.get(f).length == length) {
                f++;
            }
            long[] level = new long[f - from];
            for (int k = 0; k < level.length; k++) {
                int[] string = strings.get(from + k);
                for (int symbol : string) {
                    if (symbol < 0 || symbol >= n) {
                        throw new IllegalArgumentException("symbols must be 0 … " + (n - 1) + "; feature " + (from + k)
                                + " is " + Arrays.toString(string));
                    }
                }
                int prefix = features.feature(Arrays.copyOf(string, length - 1));
                if (prefix == UNSEEN) {
                    throw new IllegalArgumentException("every prefix of a feature must be a feature; feature "
                            + (from + k) + " is " + Arrays.toString(string));
                }
                level[k] = (long) prefix << 32 | string[length - 1];
                if (k > 0 && level[k - 1] >= level[k]) {
                    throw unordered(alphabet, from + k, string);
                }
            }
            if (level.length == 0) {
                throw unordered(alphabet, f, strings.get(f));
            }
            features = features.with(level);
        }
        return features;
    }

    private static IllegalArgumentException unordered(Alphabet alphabet, int f, int[] string) {
        return new IllegalArgumentException("features must be the " + alphabet.size() + " symbols, then longer"
                + " strings in order; feature " + f + " is " + Arrays.toString(string));
    }

    /** The alphabet of the strings. */
    public Alphabet alphabet() {
        return alphabet;
    }

    /** D, the number of features. */
    public int count() {
        return prefix.length;
    }

    /** The length of the longest strings. */
    public int longest() {
        return first.length - 1;
    }

    /** The string of a feature; a new array. */
    public int[] string(int feature) {
        Objects.checkIndex(feature, count());
        int length = 1;
        while (feature >= first[length]) {
            length++;
        }
        int[] string = new int[length];
        for (int f = feature; f != UNSEEN; f = prefix[f]) {
            string[--length] = last[f];
        }
        return string;
    }

    /** The feature of a string; {@link #UNSEEN} if there is none. */
    public int feature(int... string) {
        if (string.length == 0 || string[0] < 0 || string[0] >= alphabet.size()) {
            return UNSEEN;
        }
        int f = string[0];
        for (int k = 1; k < string.length && f != UNSEEN; k++) {
            f = longer(f, string[k]);
        }
        return f;
    }

    /**
     * ψ_t: the features of the strings of length 1 … {@link #longest()} that begin at position t.
     *
     * @param sequence not modified
     * @param length the length of the sequence, which may be shorter than the array
     * @param t the current position, from 0; may be the length or beyond
     * @param into overwritten; into[k−1] is the feature of the string of length k, or {@link #UNSEEN}; the indicator
     *         vector ψ_t has a one at each of these features
     * @return whether the window is complete; if not, the content of {@code into} is undefined
     */
    public boolean window(int[] sequence, int length, int t, int[] into) {
        int longest = longest();
        if (end < 0 && t + longest > length) {
            return false;
        }
        int f = symbol(sequence, length, t);
        into[0] = f;
        for (int k = 1; k < longest; k++) {
            f = f == UNSEEN ? UNSEEN : longer(f, symbol(sequence, length, t + k));
            into[k] = f;
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof Features that && alphabet.equals(that.alphabet)
                && Arrays.equals(first, that.first) && Arrays.equals(prefix, that.prefix)
                && Arrays.equals(last, that.last);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * alphabet.hashCode() + Arrays.hashCode(prefix)) + Arrays.hashCode(last);
    }

    @Override
    public String toString() {
        return count() + " strings of length 1 to " + longest();
    }

    /** A set of numbers that are 0 or more; an open-addressing hash table. */
    private static final class LongSet {

        private static final long FREE = -1;

        private long[] keys = new long[64];
        private int used;

        LongSet() {
            Arrays.fill(keys, FREE);
        }

        void add(long key) {
            int slot = slot(keys, key);
            if (keys[slot] != key) {
                keys[slot] = key;
                if (2 * ++used > keys.length) {
                    grow();
                }
            }
        }

        private static int slot(long[] keys, long key) {
            int slot = (int) (key * 0x9e3779b97f4a7c15L >>> 33) & keys.length - 1;
            while (keys[slot] != FREE && keys[slot] != key) {
                slot = slot + 1 & keys.length - 1;
            }
            return slot;
        }

        private void grow() {
            long[] wider = new long[Math.multiplyExact(2, keys.length)];
            Arrays.fill(wider, FREE);
            for (long key : keys) {
                if (key != FREE) {
                    wider[slot(wider, key)] = key;
                }
            }
            keys = wider;
        }

        /** In order; a new array. */
        long[] sorted() {
            long[] sorted = new long[used];
            int n = 0;
            for (long key : keys) {
                if (key != FREE) {
                    sorted[n++] = key;
                }
            }
            Arrays.sort(sorted);
            return sorted;
        }
    }
}
