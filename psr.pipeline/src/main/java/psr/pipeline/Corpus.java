package psr.pipeline;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;

/** Concatenated sequences and the properties of the data that the pipeline needs. Immutable. */
final class Corpus {

    /** Every so many positions, less one, there is a checkpoint: a bit mask. */
    private static final int OFTEN = (1 << 12) - 1;

    final Runnable checkpoint;
    final Alphabet alphabet;
    final Symbols sequences;
    /** The size of the alphabet, the end included. */
    final int n;
    /** The end symbol; −1 if there is none. */
    final int end;
    /** All symbols; do not modify. */
    final int[] x;
    /** Sequence i is x[start[i]] … x[start[i+1]−1]; do not modify. */
    final int[] start;

    /** @param checkpoint called often by all loops over the sequences; may throw to end them */
    Corpus(Symbols sequences, Runnable checkpoint) {
        this.checkpoint = checkpoint;
        this.alphabet = sequences.alphabet();
        this.sequences = sequences;
        n = alphabet.size();
        end = alphabet.end().orElse(-1);
        x = new int[sequences.total()];
        start = new int[sequences.count() + 1];
        for (int i = 0; i < sequences.count(); i++) {
            int[] sequence = sequences.copy(i);
            System.arraycopy(sequence, 0, x, start[i], sequence.length);
            start[i + 1] = start[i] + sequence.length;
        }
    }

    /** Must be called at each position by all loops over the sequences, so that they can be stopped. */
    void checkpoint(int position) {
        if ((position & OFTEN) == 0) {
            checkpoint.run();
        }
    }

    int count() {
        return start.length - 1;
    }

    /** The total number of symbols. */
    int total() {
        return x.length;
    }

    int longest() {
        int longest = 0;
        for (int i = 0; i < count(); i++) {
            longest = Math.max(longest, start[i + 1] - start[i]);
        }
        return longest;
    }

    /** Whether this is text: sequences so long that they are cut into pieces. */
    boolean text() {
        return total() > 1000L * count();
    }

    /** The relative frequency of each symbol. */
    double[] frequencies() {
        double[] share = new double[n];
        for (int symbol : x) {
            share[symbol] += 1.0 / x.length;
        }
        return share;
    }
}
