package psr.baselines.hmm;

import java.util.Comparator;
import java.util.stream.IntStream;

import psr.api.data.Sequences;

/**
 * The sequences of a data set in an order in which those that begin alike follow each other, so that what depends on a
 * beginning is computed once. Empty ones are left out. Immutable and thread-safe.
 */
final class AlikeFirst {

    private final Sequences sequences;
    private final int[] order;
    private final int[] shared;

    AlikeFirst(Sequences sequences) {
        this.sequences = sequences;
        Comparator<Integer> bySymbols = (a, b) -> {
            int t = alike(a, b);
            return t < Math.min(sequences.length(a), sequences.length(b))
                    ? Integer.compare(sequences.symbol(a, t), sequences.symbol(b, t))
                    : Integer.compare(sequences.length(a), sequences.length(b));
        };
        order = IntStream.range(0, sequences.count()).filter(i -> sequences.length(i) > 0).boxed().sorted(bySymbols)
                .mapToInt(Integer::intValue).toArray();
        shared = new int[order.length];
        for (int k = 1; k < order.length; k++) {
            shared[k] = alike(order[k - 1], order[k]);
        }
    }

    /** With how many equal symbols two sequences begin. */
    private int alike(int a, int b) {
        int shorter = Math.min(sequences.length(a), sequences.length(b));
        int t = 0;
        while (t < shorter && sequences.symbol(a, t) == sequences.symbol(b, t)) {
            t++;
        }
        return t;
    }

    /** How many sequences there are. */
    int count() {
        return order.length;
    }

    /** Copies the k-th sequence to the front of an array that is long enough; its length. */
    int copy(int k, int[] into) {
        return sequences.copy(order[k], into);
    }

    /** With how many symbols of the sequence before it the k-th one begins. */
    int shared(int k) {
        return shared[k];
    }

    /** The most that two sequences share. */
    int mostShared() {
        return IntStream.of(shared).max().orElse(0);
    }
}
