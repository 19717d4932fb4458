package psr.math.gibbs;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

import psr.api.data.Alphabet;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;

/**
 * The weighted mean of automata, sequence by sequence: the probability of a sequence is the mean of its probabilities. So
 * along a sequence the weight of an automaton grows with the probability that it gave to the symbols so far. Immutable and
 * thread-safe.
 */
public final class AutomatonEnsemble implements Model {

    private static final double ROUNDING = 1e-9;

    private final Alphabet alphabet;
    private final List<Automaton> automata;
    private final double[] weights;
    /** For each automaton the probability to emit a symbol other than the end in state i and move to j; N×N. */
    private final double[][] steps;
    private final int end;

    /**
     * A weighted mean.
     *
     * @param automata at least one, over the symbols of the alphabet
     * @param weights one for each automaton, 0 or more, summing to 1; copied
     */
    public AutomatonEnsemble(Alphabet alphabet, List<Automaton> automata, double[] weights) {
        double sum = Arrays.stream(weights).sum();
        if (automata.isEmpty() || automata.size() != weights.length || !(Math.abs(sum - 1) <= ROUNDING)
                || Arrays.stream(weights).anyMatch(w -> !(w >= 0))) {
            throw new IllegalArgumentException("an ensemble must have a weight of 0 or more for each automaton, and the weights"
                    + " must sum to 1; found " + automata.size() + " automata and the weights " + Arrays.toString(weights));
        }
        this.alphabet = alphabet;
        this.automata = List.copyOf(automata);
        this.weights = weights.clone();
        OptionalInt last = alphabet.end();
        end = last.orElse(-1);
        steps = new double[automata.size()][];
        for (int k = 0; k < steps.length; k++) {
            Automaton automaton = automata.get(k);
            if (automaton.symbols() != alphabet.size()) {
                throw new IllegalArgumentException("an automaton must have the " + alphabet.size()
                        + " symbols of the alphabet; found " + automaton.symbols());
            }
            steps[k] = step(automaton, end);
        }
    }

    private static double[] step(Automaton automaton, int end) {
        int n = automaton.states();
        double[] step = new double[n * n];
        for (int o = 0; o < automaton.symbols(); o++) {
            if (o != end) {
                int matrix = automaton.matrix(o);
                for (int i = 0; i < n; i++) {
                    double p = automaton.emission()[o * n + i];
                    for (int j = 0; j < n; j++) {
                        step[i * n + j] += p * automaton.transition()[matrix + i * n + j];
                    }
                }
            }
        }
        return step;
    }

    @Override
    public Alphabet space() {
        return alphabet;
    }

    /** The automata; not modifiable. */
    public List<Automaton> automata() {
        return automata;
    }

    /** The weights of the automata; a new array. */
    public double[] weights() {
        return weights.clone();
    }

    @Override
    public SymbolFilter filter() {
        return new EnsembleFilter();
    }

    private final class EnsembleFilter implements SymbolFilter {

        private final double[] share = new double[weights.length];
        private final double[][] belief = new double[weights.length][];
        private final double[] evidence = new double[weights.length];
        private double[] spare;
        private double[] further;
        private boolean ended;
        private long repairs;

        EnsembleFilter() {
            int most = 0;
            for (int k = 0; k < belief.length; k++) {
                belief[k] = new double[automata.get(k).states()];
                most = Math.max(most, belief[k].length);
            }
            spare = new double[most];
            further = new double[most];
            reset();
        }

        @Override
        public void reset() {
            ended = false;
            System.arraycopy(weights, 0, share, 0, share.length);
            for (int k = 0; k < belief.length; k++) {
                System.arraycopy(automata.get(k).initial(), 0, belief[k], 0, belief[k].length);
            }
        }

        @Override
        public void update(int symbol) {
            if (symbol < 0 || symbol >= alphabet.size()) {
                throw new IndexOutOfBoundsException("a symbol must be in 0.." + (alphabet.size() - 1) + "; found " + symbol);
            }
            if (symbol == end) {
                ended = true;
                return;
            }
            double total = 0;
            for (int k = 0; k < share.length; k++) {
                double[] b = belief[k];
                double[] emission = automata.get(k).emission();
                double sum = 0;
                for (int i = 0; i < b.length; i++) {
                    sum += b[i] * emission[symbol * b.length + i];
                }
                evidence[k] = sum;
                total += share[k] * sum;
            }
            boolean impossible = ended || !(total >= Double.MIN_NORMAL);
            if (impossible) {
                repairs++;
            }
            for (int k = 0; k < share.length; k++) {
                double[] b = belief[k];
                Automaton automaton = automata.get(k);
                if (evidence[k] >= Double.MIN_NORMAL) {
                    for (int i = 0; i < b.length; i++) {
                        spare[i] = b[i] * automaton.emission()[symbol * b.length + i] / evidence[k];
                    }
                } else {
                    System.arraycopy(b, 0, spare, 0, b.length);
                }
                automaton.move(symbol, spare, b);
                normalize(b);
                if (!impossible) {
                    share[k] *= evidence[k] / total;
                }
            }
            ended = false;
        }

        private void normalize(double[] b) {
            double sum = 0;
            for (double p : b) {
                sum += p;
            }
            for (int i = 0; i < b.length; i++) {
                b[i] /= sum;
            }
        }

        /** Advances by a symbol that is not the end. */
        @Override
        public boolean skip() {
            double total = 0;
            for (int k = 0; k < share.length; k++) {
                advance(k, belief[k], spare);
                evidence[k] = 0;
                for (int i = 0; i < belief[k].length; i++) {
                    evidence[k] += spare[i];
                }
                total += share[k] * evidence[k];
            }
            boolean impossible = ended || !(total >= Double.MIN_NORMAL);
            if (impossible) {
                repairs++;
            }
            for (int k = 0; k < share.length; k++) {
                if (evidence[k] >= Double.MIN_NORMAL) {
                    advance(k, belief[k], spare);
                    System.arraycopy(spare, 0, belief[k], 0, belief[k].length);
                    normalize(belief[k]);
                }
                if (!impossible) {
                    share[k] *= evidence[k] / total;
                }
            }
            ended = false;
            return true;
        }

        private void advance(int k, double[] from, double[] to) {
            int n = belief[k].length;
            Arrays.fill(to, 0, n, 0);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    to[j] += from[i] * steps[k][i * n + j];
                }
            }
        }

        @Override
        public void scores(int ahead, double[] into) {
            if (ahead < 1) {
                throw new IllegalArgumentException("scores must look at least 1 step ahead; ahead=" + ahead);
            }
            int n = alphabet.size();
            Arrays.fill(into, 0, n, 0);
            if (ended) {
                into[end] = 1;
                return;
            }
            for (int k = 0; k < share.length; k++) {
                int states = belief[k].length;
                double[] b = belief[k];
                double[] other = spare;
                double mass = 1;
                for (int step = 1; step < ahead; step++) {
                    double[] to = other;
                    advance(k, b, to);
                    other = b == belief[k] ? further : b;
                    b = to;
                }
                if (ahead > 1) {
                    mass = 0;
                    for (int i = 0; i < states; i++) {
                        mass += b[i];
                    }
                }
                double[] emission = automata.get(k).emission();
                for (int o = 0; o < n; o++) {
                    double p = 0;
                    for (int i = 0; i < states; i++) {
                        p += b[i] * emission[o * states + i];
                    }
                    into[o] += share[k] * p;
                }
                if (end >= 0) {
                    // Only the end follows the end.
                    into[end] += share[k] * Math.max(0, 1 - mass);
                }
            }
        }

        @Override
        public SymbolFilter copy() {
            EnsembleFilter copy = new EnsembleFilter();
            System.arraycopy(share, 0, copy.share, 0, share.length);
            for (int k = 0; k < belief.length; k++) {
                System.arraycopy(belief[k], 0, copy.belief[k], 0, belief[k].length);
            }
            copy.ended = ended;
            copy.repairs = repairs;
            return copy;
        }

        @Override
        public long repairs() {
            return repairs;
        }
    }
}
