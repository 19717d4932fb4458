package psr.pipeline;

import java.util.Arrays;

import psr.api.data.Sequences;
import psr.api.data.TrainingData;

/** Sequences one behind the other, and what the pipeline asks about them. Immutable. */
final class Corpus {

    /** The size of the alphabet, the end included. */
    final int n;
    /** The end symbol; −1 where there is none. */
    final int end;
    /** All symbols; not to be changed. */
    final int[] x;
    /** Sequence i is x[start[i]] … x[start[i+1]−1]; not to be changed. */
    final int[] start;

    Corpus(TrainingData data) {
        this(data.sequences(), data.alphabet().size(), data.alphabet().end().orElse(-1));
    }

    Corpus(Sequences sequences, int n, int end) {
        this.n = n;
        this.end = end;
        x = new int[sequences.total()];
        start = new int[sequences.count() + 1];
        for (int i = 0; i < sequences.count(); i++) {
            int[] sequence = sequences.copy(i);
            System.arraycopy(sequence, 0, x, start[i], sequence.length);
            start[i + 1] = start[i] + sequence.length;
        }
    }

    int count() {
        return start.length - 1;
    }

    /** The number of symbols in all. */
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

    /** Whether this is text: sequences so long that they are learned from piece by piece. */
    boolean text() {
        return total() > 1000L * count();
    }

    /** The share of each symbol. */
    double[] frequencies() {
        double[] share = new double[n];
        for (int symbol : x) {
            share[symbol] += 1.0 / x.length;
        }
        return share;
    }

    /** Positions in the order of their symbols: those of o are order[from[o]] … order[from[o+1]−1], ascending. */
    record BySymbol(int[] order, int[] from) {}

    BySymbol bySymbol() {
        int[] from = new int[n + 1];
        for (int symbol : x) {
            from[symbol + 1]++;
        }
        for (int o = 0; o < n; o++) {
            from[o + 1] += from[o];
        }
        int[] next = Arrays.copyOf(from, n);
        int[] order = new int[x.length];
        for (int t = 0; t < x.length; t++) {
            order[next[x[t]]++] = t;
        }
        return new BySymbol(order, from);
    }
}
