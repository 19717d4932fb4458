package psr.math.batches;

import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;

import psr.api.data.Sequences;

/**
 * The training sequences, long ones cut into pieces, dealt in minibatches. Used by one thread.
 *
 * <p>The state runs on through a long sequence, over the cuts. A piece starts from the state that its predecessor
 * ended with when that was last filtered. Taken in their order, the pieces thus make one filter over the whole
 * sequence, whose numbers change on the way. Before a shuffled pass the whole sequences are filtered with the numbers
 * of that moment, so that no state is older than the pass.
 */
public final class Pieces {

    /** One step of a filter. */
    @FunctionalInterface
    public interface FilterStep {

        /** next ← the state after {@code state} and this symbol. next is not state. */
        void advance(int symbol, double[] state, double[] next);
    }

    /** All sequences; not to be changed. */
    public final int[][] sequences;
    /** Piece p is the steps from[p] … to[p]−1 of sequence number[p]; not to be changed. */
    public final int[] number;
    /** Where each piece begins in its sequence. */
    public final int[] from;
    /** Where each piece ends in its sequence; exclusive. */
    public final int[] to;
    /** Where a piece starts that does not begin its sequence; otherwise null. */
    private final double[][] state;
    private final int steps;

    /**
     * Cuts sequences.
     *
     * @param longest the length of the longest pieces, at least 1; may exceed that of every sequence
     * @param d the size of a state
     */
    public Pieces(Sequences data, int longest, int d) {
        sequences = new int[data.count()][];
        int count = 0;
        for (int i = 0; i < sequences.length; i++) {
            sequences[i] = data.copy(i);
            // Not (length + longest − 1) / longest: that overflows where pieces may have any length.
            count += sequences[i].length / longest + (sequences[i].length % longest == 0 ? 0 : 1);
        }
        steps = data.total();
        number = new int[count];
        from = new int[count];
        to = new int[count];
        state = new double[count][];
        int p = 0;
        for (int i = 0; i < sequences.length; i++) {
            int length = sequences[i].length;
            for (int t = 0; t < length; t = to[p++]) {
                number[p] = i;
                from[p] = t;
                to[p] = t + Math.min(longest, length - t);
                state[p] = t == 0 ? null : new double[d];
            }
        }
    }

    /** The number of pieces. */
    public int count() {
        return number.length;
    }

    /** The symbols of the sequence of a piece. */
    public int[] symbols(int p) {
        return sequences[number[p]];
    }

    /** The length of the longest piece. */
    public int longest() {
        int longest = 0;
        for (int p = 0; p < count(); p++) {
            longest = Math.max(longest, to[p] - from[p]);
        }
        return longest;
    }

    /** Whether a piece begins its sequence. */
    public boolean first(int p) {
        return state[p] == null;
    }

    /** Whether the sequence goes on after a piece. */
    public boolean continues(int p) {
        return p + 1 < count() && state[p + 1] != null;
    }

    /** The state before a piece, which is {@code initial} where it begins its sequence; do not change it. */
    public double[] start(int p, double[] initial) {
        return state[p] == null ? initial : state[p];
    }

    /** Lets the piece after p start from a state, copied; does nothing where p ends its sequence. */
    public void handOn(int p, double[] last) {
        if (continues(p)) {
            System.arraycopy(last, 0, state[p + 1], 0, last.length);
        }
    }

    /**
     * Lets every piece start from the state that filtering with the numbers of this moment leads to.
     *
     * @param checkpoint is called before each piece, and may throw to end it
     */
    public void filter(double[] initial, FilterStep step, Runnable checkpoint) {
        double[] now = new double[initial.length];
        double[] next = new double[initial.length];
        for (int p = 0; p < count(); p++) {
            if (continues(p)) {
                checkpoint.run();
                System.arraycopy(start(p, initial), 0, now, 0, now.length);
                for (int t = from[p]; t < to[p]; t++) {
                    step.advance(symbols(p)[t], now, next);
                    double[] spare = now;
                    now = next;
                    next = spare;
                }
                handOn(p, now);
            }
        }
    }

    /** How many pieces make a minibatch: as many as chosen, or as many as have about so many steps together. */
    public int batch(OptionalInt chosen, int about) {
        return chosen.orElse(steps == 0 ? 1 : (int) Math.max(1, Math.round((double) about * count() / steps)));
    }

    /**
     * Goes once through all pieces.
     *
     * @param shuffle draws a new order; null for the order of the data
     * @param batch pieces in a minibatch; the last may have fewer
     * @param piece takes a piece
     * @param ended is told that a minibatch is complete, and says whether to go on
     */
    public void pass(RandomGenerator shuffle, int batch, IntConsumer piece, BooleanSupplier ended) {
        int[] order = new int[count()];
        for (int k = 0; k < order.length; k++) {
            int other = shuffle == null ? k : shuffle.nextInt(k + 1);
            order[k] = order[other];
            order[other] = k;
        }
        for (int k = 0; k < order.length; k++) {
            piece.accept(order[k]);
            if (((k + 1) % batch == 0 || k + 1 == order.length) && !ended.getAsBoolean()) {
                return;
            }
        }
    }
}
