package psr.baselines.hmm;

import java.util.Comparator;
import java.util.stream.IntStream;

import psr.api.data.Symbols;

/**
 * The sequences of a data set in an order that puts sequences with a common prefix next to each other, so that
 * computations on a prefix can be shared. Empty ones are left out. Immutable and thread-safe.
 */
final class PrefixOrder {

    private final Symbols sequences;
    private final int[] order;
    private final int[] shared;

    PrefixOrder(Symbols sequences) {
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

    /** The length of the common prefix of two sequences. */
    private int alike(int a, int b) {
        int shorter = Math.min(sequences.length(a), sequences.length(b));
        int t = 0;
        while (t < shorter && sequences.symbol(a, t) == sequences.symbol(b, t)) {
            t++;
        }
        return t;
    }

    /** The number of sequences. */
    int count() {
        return order.length;
    }

    /** Copies the k-th sequence to the start of an array that is long enough; returns its length. */
    int copy(int k, int[] into) {
        return sequences.copy(order[k], into);
    }

    /** The length of the common prefix of the k-th sequence and the one before it. */
    int shared(int k) {
        return shared[k];
    }

    /** The longest common prefix of any two sequences. */
    int mostShared() {
        return IntStream.of(shared).max().orElse(0);
    }
}
