package psr.math.gibbs;

/**
 * A probabilistic finite automaton: it starts in a state, and in each step emits a symbol, then moves. The record does not
 * copy its arrays: do not modify them.
 *
 * @param states N
 * @param symbols n, the end included
 * @param initial N probabilities
 * @param emission the probability of symbol b in state j is {@code emission[b * N + j]}
 * @param transition the probability to move from i to j after symbol a is {@code transition[(a * N + i) * N + j]}, or
 *        {@code transition[i * N + j]} if moves do not depend on the symbol
 */
public record Automaton(int states, int symbols, double[] initial, double[] emission, double[] transition) {

    /** Probabilities below this are left out of a sum: they change no digit that matters. */
    private static final double NEGLIGIBLE = 1e-9;

    /** Checks the sizes. */
    public Automaton {
        long moves = (long) states * states;
        if (states < 1 || symbols < 1 || initial.length != states || emission.length != (long) states * symbols
                || transition.length != moves && transition.length != moves * symbols) {
            throw new IllegalArgumentException("an automaton of " + states + " states and " + symbols + " symbols must have "
                    + states + " initial probabilities, " + (long) states * symbols + " emissions, and " + moves + " or "
                    + moves * symbols + " transitions; found " + initial.length + ", " + emission.length + " and "
                    + transition.length);
        }
    }

    /** Whether moves depend on the symbol. */
    public boolean perSymbol() {
        return symbols > 1 && transition.length != states * states;
    }

    /** The first number of the transitions after a symbol. */
    int matrix(int symbol) {
        return perSymbol() ? symbol * states * states : 0;
    }

    /** Moves a belief: to ← from T. from: not modified; to: overwritten, must not be from. */
    void move(int symbol, double[] from, double[] to) {
        int n = states;
        int base = matrix(symbol);
        for (int j = 0; j < n; j++) {
            to[j] = 0;
        }
        for (int i = 0; i < n; i++) {
            double p = from[i];
            if (p > NEGLIGIBLE) {
                int row = base + i * n;
                for (int j = 0; j < n; j++) {
                    to[j] += p * transition[row + j];
                }
            }
        }
    }

    /** The logarithm of the probability of a string. */
    public double logProbability(int[] string) {
        double[] belief = initial.clone();
        double[] moved = new double[states];
        double log = 0;
        for (int t = 0; t < string.length; t++) {
            double sum = 0;
            int e = string[t] * states;
            for (int i = 0; i < states; i++) {
                belief[i] *= emission[e + i];
                sum += belief[i];
            }
            if (!(sum > 0)) {
                return Double.NEGATIVE_INFINITY;
            }
            log += Math.log(sum);
            if (t + 1 < string.length) {
                for (int i = 0; i < states; i++) {
                    belief[i] /= sum;
                }
                move(string[t], belief, moved);
                double[] swap = belief;
                belief = moved;
                moved = swap;
            }
        }
        return log;
    }
}
