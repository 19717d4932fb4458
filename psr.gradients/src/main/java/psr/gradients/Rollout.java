package psr.gradients;

import java.util.Arrays;

/**
 * The states of a piece of a sequence, filtered with the current model. Reusable; not thread-safe.
 *
 * <p>Many sequences begin alike: the step from q_1 over a symbol is computed once while its operator does not change.
 */
final class Rollout {

    /** q[k] is the state before step k of the piece. */
    final double[][] q;
    /** 1/s of each step; 0 if the guard replaced the state after it. */
    final double[] inverse;
    private final Psr psr;
    /** For each symbol: the state after q_1 and it, its 1/s, and how often the operator had changed. */
    private final double[][] second;
    private final double[] secondInverse;
    private final int[] moves;
    private boolean beginning;
    private long replaced;

    /** Allocates buffers for this many steps. */
    Rollout(Psr psr, int steps) {
        this.psr = psr;
        q = new double[steps + 1][psr.d];
        inverse = new double[steps];
        second = new double[psr.n][psr.d];
        secondInverse = new double[psr.n];
        moves = new int[psr.n];
        Arrays.fill(moves, -1);
    }

    /**
     * Filters.
     *
     * @param x the sequence; step k observes x[from + k]
     * @param start the state before the first step; copied
     */
    void run(int[] x, int from, int steps, double[] start) {
        System.arraycopy(start, 0, q[0], 0, psr.d);
        beginning = start == psr.initial;
        for (int k = 0; k < steps; k++) {
            int o = x[from + k];
            if (k == 0 && beginning) {
                System.arraycopy(second(o), 0, q[1], 0, psr.d);
                inverse[0] = secondInverse[o];
            } else {
                inverse[k] = psr.advance(o, q[k], q[k + 1]);
            }
            if (inverse[k] == 0) {
                replaced++;
            }
        }
    }

    /** Whether the piece begins its sequence: the first state is q_1. */
    boolean startsSequence() {
        return beginning;
    }

    /** The state after q_1 and a symbol; do not modify. */
    double[] second(int o) {
        if (moves[o] != psr.moves[o]) {
            moves[o] = psr.moves[o];
            secondInverse[o] = psr.advance(o, psr.initial, second[o]);
        }
        return second[o];
    }

    /** 1/s of the step to {@link #second}; 0 if the guard replaced that state. */
    double secondInverse(int o) {
        second(o);
        return secondInverse[o];
    }

    /** The number of states that the guard has replaced so far. */
    long replaced() {
        return replaced;
    }
}
