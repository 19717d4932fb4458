package psr.api.linear;

import java.util.Objects;

import psr.api.data.Alphabet;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;

/**
 * A hidden Markov model with m states: in each step the state emits a symbol, then moves. Immutable and thread-safe.
 *
 * <p>The filter is exact. A symbol that is impossible under the model leaves the predicted belief, moved one step, and
 * counts as a repair.
 */
public final class Hmm implements Model {

    /** Tolerance for the sum of a distribution: rounding of a sum of some thousand terms. */
    private static final double SUM_TOLERANCE = 1e-9;

    private final Alphabet alphabet;
    private final double[] initial;
    private final double[][] transition;
    private final double[][] emission;
    /** likelihood[o][i] is emission[i][o]. */
    private final double[][] likelihood;
    /** The probability of each state to emit a symbol other than the end. */
    private final double[] unended;

    /**
     * A model with some distributions, all copied.
     *
     * @param alphabet the symbols
     * @param initial m probabilities
     * @param transition m rows; transition[i][j] is the probability to move from i to j
     * @param emission m rows; emission[i][o] is the probability of symbol o in state i
     * @throws IllegalArgumentException if a size is wrong, or a row is not a distribution (sum 1 within 1e-9)
     */
    public Hmm(Alphabet alphabet, double[] initial, double[][] transition, double[][] emission) {
        this.alphabet = Objects.requireNonNull(alphabet, "alphabet");
        int m = initial.length;
        if (m < 1) {
            throw new IllegalArgumentException("a hidden Markov model must have at least 1 state; found 0");
        }
        this.initial = distribution("initial distribution", m, initial);
        this.transition = rows("transition", m, m, transition);
        this.emission = rows("emission", m, alphabet.size(), emission);
        likelihood = new double[alphabet.size()][m];
        unended = new double[m];
        for (int i = 0; i < m; i++) {
            for (int o = 0; o < likelihood.length; o++) {
                likelihood[o][i] = emission[i][o];
            }
            unended[i] = alphabet.end().isPresent() ? 1 - emission[i][alphabet.end().getAsInt()] : 1;
        }
    }

    private static double[][] rows(String what, int m, int width, double[][] rows) {
        if (rows.length != m) {
            throw new IllegalArgumentException("the " + what + " must have " + m + " rows; found " + rows.length);
        }
        double[][] copy = new double[m][];
        for (int i = 0; i < m; i++) {
            copy[i] = distribution(what + " of state " + i, width, rows[i]);
        }
        return copy;
    }

    private static double[] distribution(String what, int size, double[] p) {
        if (p.length != size) {
            throw new IllegalArgumentException("the " + what + " must have " + size + " entries; found " + p.length);
        }
        double sum = 0;
        for (double x : p) {
            if (!(x >= 0)) {
                throw new IllegalArgumentException("the " + what + " must have no negative entry; found " + x);
            }
            sum += x;
        }
        if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
            throw new IllegalArgumentException("the " + what + " must sum to 1; found " + sum);
        }
        return p.clone();
    }

    @Override
    public Alphabet space() {
        return alphabet();
    }

    /** The symbols that it predicts. */
    public Alphabet alphabet() {
        return alphabet;
    }

    /** m, the number of states. */
    public int states() {
        return initial.length;
    }

    /** The initial distribution; a new array. */
    public double[] initial() {
        return initial.clone();
    }

    /** Row i: the transitions from state i; new arrays. */
    public double[][] transition() {
        return copy(transition);
    }

    /** Row i: the emissions of state i; new arrays. */
    public double[][] emission() {
        return copy(emission);
    }

    private static double[][] copy(double[][] rows) {
        double[][] copy = rows.clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = rows[i].clone();
        }
        return copy;
    }

    @Override
    public SymbolFilter filter() {
        return new HmmFilter();
    }

    /**
     * The same model as a linear PSR whose state is the belief: q_1 the initial distribution, B_o = Tᵀ diag(E_o), b∞ all
     * ones, U the probability of each string from each state. It gives the same probabilities; its guard is off.
     *
     * @param features the strings whose probabilities the state predicts, over the same alphabet
     */
    public LinearPsr toLinearPsr(Features features) {
        if (!features.alphabet().equals(alphabet)) {
            throw new IllegalArgumentException("the features must be over the alphabet of the model (" + alphabet
                    + "); found " + features.alphabet());
        }
        int m = states();
        double[][] operators = new double[alphabet.size()][m * m];
        double[] ones = new double[m];
        for (int i = 0; i < m; i++) {
            ones[i] = 1;
            for (int o = 0; o < operators.length; o++) {
                for (int j = 0; j < m; j++) {
                    operators[o][j * m + i] = transition[i][j] * emission[i][o];
                }
            }
        }
        double[] map = new double[features.count() * m];
        for (int f = 0; f < features.count(); f++) {
            // P(string | state), from the last symbol back: v ← diag(E_o) (T v).
            int[] string = features.string(f);
            double[] v = ones;
            for (int k = string.length - 1; k >= 0; k--) {
                double[] w = new double[m];
                for (int i = 0; i < m; i++) {
                    double sum = 0;
                    for (int j = 0; j < m; j++) {
                        sum += transition[i][j] * v[j];
                    }
                    w[i] = emission[i][string[k]] * sum;
                }
                v = w;
            }
            System.arraycopy(v, 0, map, f * m, m);
        }
        return new LinearPsr(features, map, new LinearPsr.Parameters(initial, operators, ones), Guard.off(initial));
    }

    /** Allocates only once, for predictions several steps ahead. */
    private final class HmmFilter implements SymbolFilter {

        private final double[] belief = initial.clone();
        /** The belief given the symbol, before the state moves. */
        private final double[] weighed = new double[initial.length];
        /** A buffer for predictions several steps ahead; null until needed. */
        private double[] further;
        private long repairs;

        @Override
        public void reset() {
            System.arraycopy(initial, 0, belief, 0, belief.length);
        }

        @Override
        public void update(int symbol) {
            observe(likelihood[symbol]);
        }

        @Override
        public boolean skip() {
            observe(unended);
            return true;
        }

        /** Multiplies the belief by the likelihood of the observation in each state, then moves it. */
        private void observe(double[] seen) {
            int m = belief.length;
            for (int i = 0; i < m; i++) {
                weighed[i] = belief[i] * seen[i];
            }
            double sum = Columns.normL1(m, weighed);
            if (sum >= Double.MIN_NORMAL) {
                for (int i = 0; i < m; i++) {
                    weighed[i] /= sum;
                }
            } else {
                repairs++;
                System.arraycopy(belief, 0, weighed, 0, m);
            }
            // Row i of the transition matrix is column i of its transpose.
            Columns.multiply(transition, m, m, weighed, belief);
        }

        @Override
        public void scores(int ahead, double[] into) {
            if (ahead < 1) {
                throw new IllegalArgumentException("scores must look at least 1 step ahead; ahead=" + ahead);
            }
            int m = belief.length;
            double[] b = belief;
            if (ahead > 1) {
                if (further == null) {
                    further = new double[m];
                }
                // The weighted belief is no longer needed, so it serves as the other buffer.
                for (int k = 1; k < ahead; k++) {
                    double[] to = b == further ? weighed : further;
                    Columns.multiply(transition, m, m, b, to);
                    b = to;
                }
            }
            Columns.multiply(emission, likelihood.length, m, b, into);
        }

        @Override
        public SymbolFilter copy() {
            HmmFilter copy = new HmmFilter();
            System.arraycopy(belief, 0, copy.belief, 0, belief.length);
            copy.repairs = repairs;
            return copy;
        }

        @Override
        public long repairs() {
            return repairs;
        }
    }
}
