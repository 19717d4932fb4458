package psr.baselines;

import java.util.OptionalInt;
import java.util.random.RandomGenerator;

import psr.api.data.Sequences;

/**
 * The training sequences in minibatches, shuffled for each pass; long ones are cut into pieces. The state runs on over
 * the cuts: before a pass the long sequences are filtered with the numbers of that moment. Used by one thread.
 */
final class Minibatches {

    /** 20 sequences of 10 steps, or 2 pieces of 100: what was found to work on the ring and on text. */
    private static final double STEPS = 200;

    private final Sequences sequences;
    private final int size;
    /** Piece p is the steps from[p] … to[p]−1 of sequence number[p]. */
    private final int[] number;
    private final int[] from;
    private final int[] to;
    /** Where a piece starts that does not begin its sequence; otherwise null, for the initial state. */
    private final double[][] start;
    private final int[] sequence;

    /** One piece of a sequence. */
    interface Piece {

        /**
         * The steps from {@code from} to before {@code to} of a sequence whose array is used again.
         *
         * @param start the state to start from; not to be changed
         */
        void take(int[] sequence, int length, int from, int to, double[] start);
    }

    /**
     * Cuts the sequences.
     *
     * @param longest the length of the longest pieces, at least 1
     * @param batch how many pieces form a minibatch; empty for those that have about 200 steps
     */
    Minibatches(Sequences sequences, int longest, OptionalInt batch) {
        this.sequences = sequences;
        int count = 0;
        for (int i = 0; i < sequences.count(); i++) {
            count += (sequences.length(i) + longest - 1) / longest;
        }
        size = batch.orElse((int) Math.max(1, Math.round(STEPS * count / Math.max(1, sequences.total()))));
        number = new int[count];
        from = new int[count];
        to = new int[count];
        start = new double[count][];
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
    void pass(RandomGenerator shuffle, InferenceMachine machine, Piece piece, Runnable ended) {
        filter(machine);
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
            piece.take(sequence, length, from[p], to[p], start[p] == null ? machine.initial() : start[p]);
            if ((k + 1) % size == 0 || k + 1 == order.length) {
                ended.run();
            }
        }
    }

    /** Finds the state at each cut. */
    private void filter(InferenceMachine machine) {
        double[] state = new double[machine.initial().length];
        double[] next = new double[state.length];
        for (int p = 1; p < number.length; p++) {
            if (number[p] == number[p - 1]) {
                if (from[p - 1] == 0) {
                    System.arraycopy(machine.initial(), 0, state, 0, state.length);
                }
                for (int t = from[p - 1]; t < to[p - 1]; t++) {
                    machine.predict(sequences.symbol(number[p], t), state, next);
                    machine.bounded(next);
                    System.arraycopy(next, 0, state, 0, state.length);
                }
                start[p] = state.clone();
            }
        }
    }
}
