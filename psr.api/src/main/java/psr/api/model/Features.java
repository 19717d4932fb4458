package psr.api.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import psr.api.data.Alphabet;
import psr.api.data.TrainingData;

/**
 * Features of the future: indicators of the strings that begin at the present step. Immutable and thread-safe.
 *
 * <p>Feature o is the single symbol o, for every symbol of the alphabet; the longer strings follow, shorter ones first,
 * then in the order of their symbols. Only strings seen in training have a feature. Every prefix and every symbol of a
 * feature's string is a feature too.
 *
 * <p>At the end of a sequence: where the alphabet has an end, the end goes on for ever, so every window is complete.
 * Otherwise a window that reaches beyond the sequence is incomplete and counts for nothing.
 */
public final class Features {

    /** In {@link #window}: a string of the window that has no feature. */
    public static final int UNSEEN = -1;

    private final Alphabet alphabet;
    private final int longest;
    private final List<int[]> strings;
    /** Trie: child[node·|O| + o], where node 0 is the empty string and node f+1 is feature f; 0 where there is none. */
    private final int[] child;

    private Features(Alphabet alphabet, int longest, List<int[]> strings, int[] child) {
        this.alphabet = alphabet;
        this.longest = longest;
        this.strings = strings;
        this.child = child;
    }

    /**
     * All strings of length 1 … longest that the training data contain, and every symbol by itself.
     *
     * @param longest at least 1; the paper uses 2
     */
    public static Features seenIn(TrainingData data, int longest) {
        if (longest < 1) {
            throw new IllegalArgumentException("features must have a length of at least 1; length=" + longest);
        }
        int n = data.alphabet().size();
        List<int[]> strings = new ArrayList<>();
        for (int o = 0; o < n; o++) {
            strings.add(new int[] {o});
        }
        Features features = of(data.alphabet(), 1, strings);
        int[] window = new int[longest];
        int[] sequence = new int[data.sequences().longest()];
        for (int length = 2; length <= longest; length++) {
            // One more level of the trie: mark the children seen, then number them in order.
            boolean[] seen = new boolean[features.child.length];
            for (int i = 0; i < data.sequences().count(); i++) {
                int end = data.sequences().copy(i, sequence);
                for (int t = 0; t < end; t++) {
                    if (!features.fill(sequence, end, t, length, window)) {
                        break;
                    }
                    int node = features.node(window, length - 1);
                    seen[node * n + window[length - 1]] = true;
                }
            }
            int first = firstOfLength(strings, length - 1);
            int last = strings.size();
            for (int f = first; f < last; f++) {
                for (int o = 0; o < n; o++) {
                    if (seen[(f + 1) * n + o]) {
                        int[] string = Arrays.copyOf(strings.get(f), length);
                        string[length - 1] = o;
                        strings.add(string);
                    }
                }
            }
            features = of(data.alphabet(), length, strings);
        }
        return features;
    }

    /**
     * The features of these strings, for reading a saved model.
     *
     * @param strings as {@link #string} gave them, in the order of the features; copied
     * @throws IllegalArgumentException if they are not in the order this class promises
     */
    public static Features ofStrings(Alphabet alphabet, List<int[]> strings) {
        List<int[]> copies = new ArrayList<>();
        int longest = 1;
        for (int f = 0; f < strings.size(); f++) {
            int[] string = strings.get(f).clone();
            boolean ordered = string.length > 0 && (f < alphabet.size()
                    ? string.length == 1 && string[0] == f
                    : string.length > 1 && compare(copies.get(f - 1), string) < 0);
            if (!ordered) {
                throw new IllegalArgumentException("features must be the " + alphabet.size() + " symbols, then longer"
                        + " strings in order; feature " + f + " is " + Arrays.toString(string));
            }
            for (int symbol : string) {
                if (symbol < 0 || symbol >= alphabet.size()) {
                    throw new IllegalArgumentException("symbols must be 0 … " + (alphabet.size() - 1) + "; feature " + f
                            + " is " + Arrays.toString(string));
                }
            }
            longest = Math.max(longest, string.length);
            copies.add(string);
        }
        if (copies.size() < alphabet.size()) {
            throw new IllegalArgumentException("features must begin with the " + alphabet.size() + " symbols; found "
                    + copies.size() + " features");
        }
        return of(alphabet, longest, copies);
    }

    private static Features of(Alphabet alphabet, int longest, List<int[]> strings) {
        int n = alphabet.size();
        int[] child = new int[Math.multiplyExact(strings.size() + 1, n)];
        Features features = new Features(alphabet, longest, List.copyOf(strings), child);
        for (int f = 0; f < strings.size(); f++) {
            int[] string = strings.get(f);
            int parent = features.node(string, string.length - 1);
            if (parent < 0) {
                throw new IllegalArgumentException("every prefix of a feature must be a feature; feature " + f + " is "
                        + Arrays.toString(string));
            }
            child[parent * n + string[string.length - 1]] = f + 1;
        }
        return features;
    }

    /** The alphabet of the strings. */
    public Alphabet alphabet() {
        return alphabet;
    }

    /** D, the number of features. */
    public int count() {
        return strings.size();
    }

    /** The length of the longest strings. */
    public int longest() {
        return longest;
    }

    /** The string of a feature; a new array. */
    public int[] string(int feature) {
        return strings.get(feature).clone();
    }

    /** The feature of a string; {@link #UNSEEN} if it has none. */
    public int feature(int... string) {
        return string.length == 0 ? UNSEEN : Math.max(UNSEEN, node(string, string.length) - 1);
    }

    /**
     * ψ_t: the features of the strings of length 1 … {@link #longest()} that begin at position t.
     *
     * @param sequence not modified
     * @param length the length of the sequence, which may be shorter than the array
     * @param t the present position, from 0; may be the length or beyond
     * @param into overwritten; into[k−1] is the feature of the string of length k, or {@link #UNSEEN}; the indicator
     *        vector ψ_t has a one at each feature named
     * @return whether the window is complete; if not, {@code into} holds nothing of use
     */
    public boolean window(int[] sequence, int length, int t, int[] into) {
        int n = alphabet.size();
        int end = alphabet.end().orElse(-1);
        if (end < 0 && t + longest > length) {
            return false;
        }
        int node = 0;
        for (int k = 0; k < longest; k++) {
            if (node >= 0) {
                int next = child[node * n + (t + k < length ? sequence[t + k] : end)];
                node = next == 0 ? -1 : next;
            }
            into[k] = node < 0 ? UNSEEN : node - 1;
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Features that && alphabet.equals(that.alphabet) && strings.size() == that.strings.size()
                && Arrays.equals(child, that.child);
    }

    @Override
    public int hashCode() {
        return 31 * alphabet.hashCode() + Arrays.hashCode(child);
    }

    @Override
    public String toString() {
        return count() + " strings of length 1 to " + longest;
    }

    /** The symbols at t … t+length−1, the end going on for ever; false where the sequence is too short. */
    private boolean fill(int[] sequence, int end, int t, int length, int[] into) {
        int endSymbol = alphabet.end().orElse(-1);
        if (endSymbol < 0 && t + length > end) {
            return false;
        }
        for (int k = 0; k < length; k++) {
            into[k] = t + k < end ? sequence[t + k] : endSymbol;
        }
        return true;
    }

    /** The node of the first {@code length} symbols; −1 if there is none. */
    private int node(int[] string, int length) {
        int node = 0;
        for (int k = 0; k < length; k++) {
            node = child[node * alphabet.size() + string[k]];
            if (node == 0) {
                return -1;
            }
        }
        return node;
    }

    private static int firstOfLength(List<int[]> strings, int length) {
        int first = 0;
        while (first < strings.size() && strings.get(first).length < length) {
            first++;
        }
        return first;
    }

    private static int compare(int[] a, int[] b) {
        return a.length != b.length ? Integer.compare(a.length, b.length) : Arrays.compare(a, b);
    }
}
