package psr.baselines;

import java.util.OptionalInt;
import java.util.random.RandomGenerator;

import psr.api.data.Sequences;

/** The training sequences in minibatches, shuffled for each pass; long ones are cut into pieces. Used by one thread. */
final class Minibatches {

    /** 20 sequences of 10 steps, or 2 pieces of 100: what was found to work on the ring and on text. */
    private static final int OF_SEQUENCES = 20;
    private static final int OF_PIECES = 2;

    private final Sequences sequences;
    private final int size;
    /** Piece p is the steps from[p] … to[p]−1 of sequence number[p]. */
    private final int[] number;
    private final int[] from;
    private final int[] to;
    private final int[] sequence;

    /** One piece of a sequence. */
    interface Piece {

        /** The steps from {@code from} to before {@code to} of a sequence whose array is used again. */
        void take(int[] sequence, int length, int from, int to);
    }

    /**
     * Cuts the sequences.
     *
     * @param longest the length of the longest pieces, at least 1
     * @param batch how many pieces form a minibatch
     */
    Minibatches(Sequences sequences, int longest, OptionalInt batch) {
        this.sequences = sequences;
        int count = 0;
        for (int i = 0; i < sequences.count(); i++) {
            count += (sequences.length(i) + longest - 1) / longest;
        }
        size = batch.orElse(sequences.longest() > longest ? OF_PIECES : OF_SEQUENCES);
        number = new int[count];
        from = new int[count];
        to = new int[count];
        sequence = new int[sequences.longest()];
        int p = 0;
        for (int i = 0; i < sequences.count(); i++) {
            for (int t = 0; t < sequences.length(i); t += longest) {
                number[p] = i;
                from[p] = t;
                to[p++] = Math.min(t + longest, sequences.length(i));
            }
        }
    }

    /** Goes once through all pieces in a new order, saying where each minibatch ends. */
    void pass(RandomGenerator shuffle, Piece piece, Runnable ended) {
        int[] order = new int[number.length];
        for (int k = 0; k < order.length; k++) {
            int other = shuffle.nextInt(k + 1);
            order[k] = order[other];
            order[other] = k;
        }
        int last = -1;
        int length = 0;
        for (int k = 0; k < order.length; k++) {
            int p = order[k];
            if (number[p] != last) {
                last = number[p];
                length = sequences.copy(last, sequence);
            }
            piece.take(sequence, length, from[p], to[p]);
            if ((k + 1) % size == 0 || k + 1 == order.length) {
                ended.run();
            }
        }
    }
}
