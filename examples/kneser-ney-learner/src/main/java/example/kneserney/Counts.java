package example.kneserney;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

import psr.api.data.Alphabet;

/**
 * The number of occurrences of strings of length 1 … N. The start of a sequence is an additional symbol, with the number
 * |O|; it occurs only at the beginning of a string and is never predicted. Not thread-safe.
 */
final class Counts {

    /** Shorter strings first, then by their symbols: the model does not depend on the order of the data. */
    static final Comparator<int[]> ORDER = Comparator.<int[]>comparingInt(string -> string.length)
            .thenComparing(Arrays::compare);

    /** If no string of a length was counted exactly once, the formula would leave no probability for unseen strings. */
    private static final double FALLBACK = .5;

    private final int start;
    private final int order;
    private final SortedMap<int[], long[]> seen = new TreeMap<>(ORDER);

    /**
     * Counts nothing yet.
     *
     * @param symbols |O|, the number of symbols
     * @param order N, the length of the longest strings, at least 2
     */
    Counts(int symbols, int order) {
        this.start = symbols;
        this.order = order;
    }

    /** Counts every string of one sequence, its first {@code length} entries. */
    void add(int[] sequence, int length) {
        int[] padded = new int[length + 1];
        padded[0] = start;
        System.arraycopy(sequence, 0, padded, 1, length);
        for (int to = 2; to <= padded.length; to++) {
            for (int from = Math.max(0, to - order); from < to; from++) {
                seen.computeIfAbsent(Arrays.copyOfRange(padded, from, to), string -> new long[1])[0]++;
            }
        }
    }

    /**
     * The adjusted counts c. A string of full length, or one that begins a sequence, is not preceded by any counted
     * symbol, so its count is the number of its occurrences.
     */
    private SortedMap<int[], long[]> adjusted() {
        SortedMap<int[], long[]> adjusted = new TreeMap<>(ORDER);
        for (Map.Entry<int[], long[]> entry : seen.entrySet()) {
            int[] string = entry.getKey();
            if (string.length == order || string[0] == start) {
                adjusted.put(string, entry.getValue().clone());
            }
            if (string.length > 1) {
                // Each string is one additional symbol before its own suffix.
                adjusted.computeIfAbsent(tail(string), tail -> new long[1])[0]++;
            }
        }
        return adjusted;
    }

    /** Estimates the model from the counts. */
    KneserNeyModel model(Alphabet alphabet, OptionalDouble discount) {
        SortedMap<int[], long[]> counts = adjusted();
        double[] discounts = new double[order + 1];
        for (int m = 1; m <= order; m++) {
            discounts[m] = discount.isPresent() ? discount.getAsDouble() : discount(counts, m);
        }
        KneserNeyModel.Builder model = new KneserNeyModel.Builder(alphabet);
        // Strings with a common context are adjacent, in the order of their last symbols.
        int[] context = null;
        int different = 0;
        long total = 0;
        for (int[] string : counts.keySet()) {
            int[] h = Arrays.copyOf(string, string.length - 1);
            if (!Arrays.equals(h, context)) {
                context = h;
                different = 0;
                total = 0;
                for (Map.Entry<int[], long[]> sibling : followers(counts, h).entrySet()) {
                    different++;
                    total += sibling.getValue()[0];
                }
                model.context(h, discounts[string.length] * different / total);
            }
            double mass = (counts.get(string)[0] - discounts[string.length]) / total;
            model.follower(string[string.length - 1], mass);
        }
        return model.build();
    }

    /** The strings that consist of the context and one more symbol. */
    private SortedMap<int[], long[]> followers(SortedMap<int[], long[]> counts, int[] context) {
        int[] first = Arrays.copyOf(context, context.length + 1);
        int[] last = first.clone();
        last[context.length] = start;
        return counts.subMap(first, last);
    }

    /** D_m = n₁/(n₁ + 2 n₂). */
    private static double discount(SortedMap<int[], long[]> counts, int m) {
        long once = 0;
        long twice = 0;
        for (Map.Entry<int[], long[]> entry : counts.entrySet()) {
            if (entry.getKey().length == m) {
                once += entry.getValue()[0] == 1 ? 1 : 0;
                twice += entry.getValue()[0] == 2 ? 1 : 0;
            }
        }
        return once == 0 ? FALLBACK : (double) once / (once + 2 * twice);
    }

    private static int[] tail(int[] string) {
        return Arrays.copyOfRange(string, 1, string.length);
    }
}
