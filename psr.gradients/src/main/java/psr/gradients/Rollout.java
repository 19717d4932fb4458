package psr.gradients;

/**
 * The states of a piece of a sequence, filtered with the numbers of the moment. Used by one thread, again and again.
 */
final class Rollout {

    /** q[k] is the state before step k of the piece. */
    final double[][] q;
    /** 1/s of each step; 0 where the guard replaced the state after it. */
    final double[] inverse;
    private final Psr psr;
    private long replaced;

    /** A place for this many steps. */
    Rollout(Psr psr, int steps) {
        this.psr = psr;
        q = new double[steps + 1][psr.d];
        inverse = new double[steps];
    }

    /**
     * Filters.
     *
     * @param x the sequence; step k observes x[from + k]
     * @param start the state before the first step; copied
     */
    void run(int[] x, int from, int steps, double[] start) {
        System.arraycopy(start, 0, q[0], 0, psr.d);
        for (int k = 0; k < steps; k++) {
            inverse[k] = psr.advance(x[from + k], q[k], q[k + 1]);
            if (inverse[k] == 0) {
                replaced++;
            }
        }
    }

    /** How many states the guard replaced so far. */
    long replaced() {
        return replaced;
    }
}
