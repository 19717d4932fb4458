package psr.math.batches;

import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;

import psr.api.data.Symbols;

/**
 * Divides the training sequences into minibatches and cuts long sequences into pieces. Not thread-safe.
 *
 * <p>The state carries over from one piece of a sequence to the next: a piece starts from the state in which its
 * predecessor ended when that was last filtered. So the pieces, in their order, make one filter over the whole sequence,
 * while the model changes. Before a shuffled pass the whole sequences are filtered with the current model, so that no
 * state is older than the pass.
 */
public final class Pieces {

    /** One step of a filter. */
    @FunctionalInterface
    public interface FilterStep {

        /** next ← the state after {@code state} and this symbol. next is not state. */
        void advance(int symbol, double[] state, double[] next);
    }

    /** All sequences; do not modify. */
    public final int[][] sequences;
    /** Piece p is the steps from[p] … to[p]−1 of sequence number[p]; do not modify. */
    public final int[] number;
    /** Where each piece begins in its sequence. */
    public final int[] from;
    /** Where each piece ends in its sequence; exclusive. */
    public final int[] to;
    /** The state before a piece that does not begin its sequence; otherwise null. */
    private final double[][] state;
    private final int steps;

    /**
     * Cuts sequences.
     *
     * @param longest the length of the longest pieces, at least 1; may exceed that of every sequence
     * @param d the size of a state
     */
    public Pieces(Symbols data, int longest, int d) {
        sequences = new int[data.count()][];
        int count = 0;
        for (int i = 0; i < sequences.length; i++) {
            sequences[i] = data.copy(i);
            // Not (length + longest − 1) / longest, which overflows if pieces may have any length.
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

    /** Whether the sequence continues after a piece. */
    public boolean continues(int p) {
        return p + 1 < count() && state[p + 1] != null;
    }

    /** The state before a piece, {@code initial} if it begins its sequence; do not modify. */
    public double[] start(int p, double[] initial) {
        return state[p] == null ? initial : state[p];
    }

    /** Sets the state, copied, from which the piece after p starts; does nothing if p ends its sequence. */
    public void setNextStart(int p, double[] last) {
        if (continues(p)) {
            System.arraycopy(last, 0, state[p + 1], 0, last.length);
        }
    }

    /**
     * Sets the start of every piece to the state that filtering with the current model leads to.
     *
     * @param checkpoint called before each piece; may throw to end the work
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
                setNextStart(p, now);
            }
        }
    }

    /** The number of pieces in a minibatch: the chosen number, or as many as have about this many steps together. */
    public int batch(OptionalInt chosen, int about) {
        return chosen.orElse(steps == 0 ? 1 : (int) Math.max(1, Math.round((double) about * count() / steps)));
    }

    /**
     * Visits all pieces once.
     *
     * @param shuffle draws a new order; null for the order of the data
     * @param batch pieces in a minibatch; the last may have fewer
     * @param piece receives each piece
     * @param ended called after each minibatch; returns whether to continue
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
