package psr.math.gibbs;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A Markov chain over the hidden states of strings, with the parameters of the automaton integrated out. Not thread-safe;
 * sweeps do not allocate.
 *
 * <p>Two kinds of sweeps have the same stationary distribution. {@link #sweepSites} resamples one position given its
 * neighbors. {@link #sweepBlocks} draws the states of a whole string from the predictive probabilities of all other
 * strings (forward filtering, backward sampling) and accepts them by Metropolis and Hastings; it needs far fewer sweeps.
 */
public final class AutomatonChain {

    /** Strings are resampled in pieces of at most this length, because long proposals are rejected. */
    private static final int PIECE = 64;

    /** A state with less than this fraction of the belief is left out of the next step of the proposal. */
    private static final float NEGLIGIBLE = 1e-5f;

    /** The prior of the initial states. */
    private static final double INITIAL = 1;

    /** The steps of the Metropolis chain over the priors, in logarithms, and their number. */
    private static final double EMISSION_STEP = .3;
    private static final double TRANSITION_STEP = .2;
    private static final int PRIOR_STEPS = 2;

    /** Priors stay within these bounds, so that no table entry becomes 0. */
    private static final double LEAST_PRIOR = 1e-4;
    private static final double LARGEST_PRIOR = 100;

    /** The number of bytes of a table entry: a count and two factors. */
    static final int BYTES_PER_CELL = 12;

    private static final int LANES = 8;

    /** The number of strings between two checkpoints. */
    private static final int CHECKPOINT_EVERY = 256;

    private final int states;
    private final int symbols;
    private final int tables;
    /** N rounded up to a multiple of the lanes; entries beyond N are 0. */
    private final int width;
    private final RandomGenerator random;

    private int[][] strings;
    private int[][] hidden;

    private double alpha;
    private double beta;
    /** The priors of the samples; NaN if they are those of the chain. */
    private double sampleAlpha = Double.NaN;
    private double sampleBeta = Double.NaN;

    private final int[] starts;
    private final int[] moves;
    private final int[] movesFrom;
    private final int[] emitted;
    private final int[] emittedBy;

    /** c(i,a,j) + β by row (a, i) and by column (a, j); e(j,b) + α by symbol; inverse totals; initial counts. */
    private final float[] byRow;
    private final float[] byColumn;
    private final float[] inverseRow;
    private final float[] emission;
    private final float[] inverseEmission;
    private final float[] initial;

    private final float[] weight;
    private final float[] laneSums;
    private final float[] sums;
    private final float[] filtered;
    /** The rows of the states with a part of the belief, and their factors. */
    private final int[] activeRow;
    private final float[] activeShare;
    private final int[] proposed = new int[PIECE];
    private final int[] lastSeen;
    private int stamp;
    private long proposals;
    private long rejections;

    /**
     * A chain whose states are drawn uniformly.
     *
     * @param states N
     * @param symbols n
     * @param perSymbol whether moves depend on the symbol
     * @param alpha prior of the emissions, above 0
     * @param beta prior of the moves, above 0
     * @param strings symbols 0 … n−1; not modified and not copied
     */
    public AutomatonChain(int states, int symbols, boolean perSymbol, double alpha, double beta, int[][] strings,
            RandomGenerator random) {
        if (states < 1 || !(alpha > 0) || !(beta > 0)) {
            throw new IllegalArgumentException("a chain must have at least 1 state and priors above 0; found " + states
                    + " states, emission prior " + alpha + " and transition prior " + beta);
        }
        this.states = states;
        this.symbols = symbols;
        this.random = random;
        this.alpha = alpha;
        this.beta = beta;
        this.strings = strings;
        tables = perSymbol ? symbols : 1;
        width = (states + LANES - 1) / LANES * LANES;
        starts = new int[states];
        moves = new int[Math.toIntExact((long) tables * states * states)];
        movesFrom = new int[tables * states];
        emitted = new int[symbols * states];
        emittedBy = new int[states];
        byRow = new float[Math.toIntExact((long) tables * states * width)];
        byColumn = new float[byRow.length];
        inverseRow = new float[tables * width];
        emission = new float[symbols * width];
        inverseEmission = new float[width];
        initial = new float[width];
        weight = new float[width];
        laneSums = new float[width / LANES];
        sums = new float[width];
        filtered = new float[PIECE * width];
        activeRow = new int[states];
        activeShare = new float[states];
        lastSeen = new int[states];
        hidden = new int[strings.length][];
        for (int s = 0; s < strings.length; s++) {
            hidden[s] = drawn(strings[s].length);
            count(s);
        }
        refresh();
    }

    private int[] drawn(int length) {
        int[] z = new int[length];
        for (int t = 0; t < length; t++) {
            z[t] = random.nextInt(states);
        }
        return z;
    }

    private void count(int s) {
        int[] x = strings[s];
        int[] z = hidden[s];
        for (int t = 0; t < x.length; t++) {
            if (t == 0) {
                starts[z[0]]++;
            } else {
                int a = table(x[t - 1]);
                moves[(a * states + z[t - 1]) * states + z[t]]++;
                movesFrom[a * states + z[t - 1]]++;
            }
            emitted[x[t] * states + z[t]]++;
            emittedBy[z[t]]++;
        }
    }

    /**
     * Adds strings; their states are drawn uniformly and resampled once, given all others.
     *
     * @param checkpoint called often; if it throws, the chain stays usable
     */
    public void add(int[][] more, Runnable checkpoint) {
        int before = strings.length;
        strings = Arrays.copyOf(strings, before + more.length);
        hidden = Arrays.copyOf(hidden, before + more.length);
        for (int s = before; s < strings.length; s++) {
            strings[s] = more[s - before];
            hidden[s] = drawn(strings[s].length);
            count(s);
        }
        refresh();
        resample(before, checkpoint);
    }

    /** Computes all factors from the counts and the priors. */
    private void refresh() {
        for (int i = 0; i < states; i++) {
            initial[i] = (float) (starts[i] + INITIAL);
            inverseEmission[i] = (float) (1 / (emittedBy[i] + symbols * alpha));
            for (int b = 0; b < symbols; b++) {
                emission[b * width + i] = (float) (emitted[b * states + i] + alpha);
            }
            for (int a = 0; a < tables; a++) {
                int row = a * states + i;
                inverseRow[a * width + i] = (float) (1 / (movesFrom[row] + states * beta));
                for (int j = 0; j < states; j++) {
                    float c = (float) (moves[row * states + j] + beta);
                    byRow[row * width + j] = c;
                    byColumn[(a * states + j) * width + i] = c;
                }
            }
        }
    }

    private int table(int symbol) {
        return tables == 1 ? 0 : symbol;
    }

    private void move(int i, int a, int j, int change) {
        int row = a * states + i;
        moves[row * states + j] += change;
        int c = moves[row * states + j];
        float factor = c + (float) beta;
        byRow[row * width + j] = factor;
        byColumn[(a * states + j) * width + i] = factor;
        movesFrom[row] += change;
        int total = movesFrom[row];
        inverseRow[a * width + i] = 1 / (total + (float) (states * beta));
    }

    private void emit(int j, int b, int change) {
        emitted[b * states + j] += change;
        int c = emitted[b * states + j];
        emission[b * width + j] = c + (float) alpha;
        emittedBy[j] += change;
        int total = emittedBy[j];
        inverseEmission[j] = 1 / (total + (float) (symbols * alpha));
    }

    private void start(int i, int change) {
        starts[i] += change;
        initial[i] = starts[i] + (float) INITIAL;
    }

    // ---- one position at a time

    /** Resamples every position once, given all others. */
    public void sweepSites() {
        for (int s = 0; s < strings.length; s++) {
            for (int t = 0; t < strings[s].length; t++) {
                count(s, t, t + 1, -1);
                weigh(s, t);
                hidden[s][t] = draw();
                count(s, t, t + 1, 1);
            }
        }
    }

    /** The conditional probabilities of the states of a position, given all others; for tests. */
    double[] conditional(int s, int t) {
        count(s, t, t + 1, -1);
        weigh(s, t);
        double[] p = new double[states];
        double sum = 0;
        for (int j = 0; j < states; j++) {
            p[j] = weight[j];
            sum += p[j];
        }
        for (int j = 0; j < states; j++) {
            p[j] /= sum;
        }
        count(s, t, t + 1, 1);
        return p;
    }

    /** Computes the weights of the states of a position whose own counts were removed. */
    private void weigh(int s, int t) {
        int[] x = strings[s];
        int[] z = hidden[s];
        int b = x[t];
        boolean first = t == 0;
        float[] in = first ? initial : byRow;
        int previous = first ? 0 : (table(x[t - 1]) * states + z[t - 1]) * width;
        int e = b * width;
        if (t + 1 == x.length) {
            for (int j = 0; j < width; j++) {
                weight[j] = in[previous + j] * emission[e + j] * inverseEmission[j];
            }
            return;
        }
        int a = table(b);
        int next = (a * states + z[t + 1]) * width;
        int row = a * width;
        for (int j = 0; j < width; j++) {
            weight[j] = in[previous + j] * emission[e + j] * inverseEmission[j] * byColumn[next + j] * inverseRow[row + j];
        }
        if (!first && table(x[t - 1]) == a) {
            // If the state is the one before, both moves are in the same row, and the first counts for the second.
            int i = z[t - 1];
            float second = byColumn[next + i] + (z[t + 1] == i ? 1 : 0);
            weight[i] = in[previous + i] * emission[e + i] * inverseEmission[i] * second
                    / (movesFrom[a * states + i] + 1 + (float) (states * beta));
        }
    }

    /** Draws a state with the probability of its weight. */
    private int draw() {
        float total = 0;
        int groups = laneSums.length;
        for (int g = 0, j = 0; g < groups; g++, j += LANES) {
            float sum = ((weight[j] + weight[j + 1]) + (weight[j + 2] + weight[j + 3]))
                    + ((weight[j + 4] + weight[j + 5]) + (weight[j + 6] + weight[j + 7]));
            laneSums[g] = sum;
            total += sum;
        }
        float u = (float) (random.nextDouble() * total);
        int g = 0;
        while (g < groups - 1 && u >= laneSums[g]) {
            u -= laneSums[g++];
        }
        int j = g * LANES;
        int last = Math.min(states, j + LANES) - 1;
        while (j < last && u >= weight[j]) {
            u -= weight[j++];
        }
        return j;
    }

    // ---- whole strings

    /** Resamples every string once, given all others. */
    public void sweepBlocks() {
        sweepBlocks(() -> {});
    }

    /**
     * Resamples every string once, given all others.
     *
     * @param checkpoint called often; if it throws, the chain stays usable
     */
    public void sweepBlocks(Runnable checkpoint) {
        resample(0, checkpoint);
    }

    /** Resamples the strings from one on. */
    private void resample(int first, Runnable checkpoint) {
        for (int s = first; s < strings.length; s++) {
            if (s % CHECKPOINT_EVERY == 0) {
                checkpoint.run();
            }
            resample(s);
        }
    }

    private void resample(int s) {
        int length = strings[s].length;
        for (int from = 0; from < length; from += PIECE) {
            resample(s, from, Math.min(length, from + PIECE));
        }
    }

    /** Adds the counts of the states of a piece, and of the moves into and out of it, or removes them. */
    private void count(int s, int from, int to, int change) {
        int[] x = strings[s];
        int[] z = hidden[s];
        if (from == 0) {
            start(z[0], change);
        } else {
            move(z[from - 1], table(x[from - 1]), z[from], change);
        }
        for (int t = from; t < to; t++) {
            emit(z[t], x[t], change);
            if (t + 1 < x.length) {
                move(z[t], table(x[t]), z[t + 1], change);
            }
        }
    }

    private void resample(int s, int from, int to) {
        count(s, from, to, -1);
        filter(s, from, to);
        boolean same = propose(s, from, to);
        proposals++;
        int[] z = hidden[s];
        if (same) {
            count(s, from, to, 1);
            return;
        }
        boolean simple = distinct(s, from, to, z, from) && distinct(s, from, to, proposed, 0);
        double before = simple ? 1 : correction(s, from, to);
        exchange(z, from, to);
        double after = simple ? 1 : correction(s, from, to);
        if (!simple && after < before && random.nextDouble() * before >= after) {
            exchange(z, from, to);
            rejections++;
        }
        count(s, from, to, 1);
    }

    private void exchange(int[] z, int from, int to) {
        for (int t = from; t < to; t++) {
            int old = z[t];
            z[t] = proposed[t - from];
            proposed[t - from] = old;
        }
    }

    /** Computes the belief at each position of a piece given its symbols up to there, from the counts of all others. */
    private void filter(int s, int from, int to) {
        int[] x = strings[s];
        float[] first = from == 0 ? initial : byRow;
        int at = from == 0 ? 0 : (table(x[from - 1]) * states + hidden[s][from - 1]) * width;
        System.arraycopy(first, at, sums, 0, width);
        for (int t = from; t < to; t++) {
            int f = (t - from) * width;
            int e = x[t] * width;
            float total = 0;
            for (int j = 0; j < width; j++) {
                filtered[f + j] = sums[j] * emission[e + j] * inverseEmission[j];
            }
            for (int j = 0; j < width; j += LANES) {
                int k = f + j;
                total += ((filtered[k] + filtered[k + 1]) + (filtered[k + 2] + filtered[k + 3]))
                        + ((filtered[k + 4] + filtered[k + 5]) + (filtered[k + 6] + filtered[k + 7]));
            }
            float inverse = 1 / total;
            int a = table(x[t]);
            boolean more = t + 1 < to;
            int many = 0;
            for (int i = 0; i < states; i++) {
                float share = filtered[f + i] * inverse;
                filtered[f + i] = share;
                if (more && share > NEGLIGIBLE) {
                    activeShare[many] = share * inverseRow[a * width + i];
                    activeRow[many++] = (a * states + i) * width;
                }
            }
            if (more) {
                spread(many);
            }
        }
    }

    /** Computes the sum of the active rows, each times its share. Four at a time, in the same order as one by one. */
    private void spread(int many) {
        Arrays.fill(sums, 0);
        int k = 0;
        for (; k + 4 <= many; k += 4) {
            int r0 = activeRow[k];
            int r1 = activeRow[k + 1];
            int r2 = activeRow[k + 2];
            int r3 = activeRow[k + 3];
            float s0 = activeShare[k];
            float s1 = activeShare[k + 1];
            float s2 = activeShare[k + 2];
            float s3 = activeShare[k + 3];
            for (int j = 0; j < width; j++) {
                sums[j] = sums[j] + s0 * byRow[r0 + j] + s1 * byRow[r1 + j] + s2 * byRow[r2 + j] + s3 * byRow[r3 + j];
            }
        }
        for (; k < many; k++) {
            int row = activeRow[k];
            float share = activeShare[k];
            for (int j = 0; j < width; j++) {
                sums[j] += share * byRow[row + j];
            }
        }
    }

    /** Draws the states of a piece, from the last to the first; returns whether they are the present ones. */
    private boolean propose(int s, int from, int to) {
        int[] x = strings[s];
        boolean same = true;
        for (int t = to - 1; t >= from; t--) {
            int f = (t - from) * width;
            if (t + 1 == x.length) {
                System.arraycopy(filtered, f, weight, 0, width);
            } else {
                int a = table(x[t]);
                int next = t + 1 < to ? proposed[t + 1 - from] : hidden[s][t + 1];
                int column = (a * states + next) * width;
                int row = a * width;
                for (int j = 0; j < width; j++) {
                    weight[j] = filtered[f + j] * byColumn[column + j] * inverseRow[row + j];
                }
            }
            int z = draw();
            proposed[t - from] = z;
            same &= z == hidden[s][t];
        }
        return same;
    }

    /** Whether no state occurs twice, so that no count of the piece changes the probability of another part of it. */
    private boolean distinct(int s, int from, int to, int[] z, int at) {
        stamp++;
        if (from > 0) {
            lastSeen[hidden[s][from - 1]] = stamp;
        }
        for (int t = from; t < to; t++) {
            int state = z[at + t - from];
            if (lastSeen[state] == stamp) {
                return false;
            }
            lastSeen[state] = stamp;
        }
        return true;
    }

    /**
     * The probability of the present states of a piece whose counts were removed, where each step counts for the later
     * ones, divided by the same with fixed counts. The counts are as before afterwards.
     */
    private double correction(int s, int from, int to) {
        double fixed = 1;
        for (int t = from; t < to; t++) {
            fixed *= factor(s, t, from);
        }
        double ratio = 1 / fixed;
        boolean usable = fixed > 0 && !Double.isInfinite(ratio);
        return usable ? corrected(s, from, to, ratio) : logarithmic(s, from, to);
    }

    /** The factor of position t: its emission, the move out of it, and for the first position the move into it. */
    private double factor(int s, int t, int from) {
        int[] x = strings[s];
        int[] z = hidden[s];
        double p = (double) emission[x[t] * width + z[t]] * inverseEmission[z[t]];
        if (t == from && from > 0) {
            p *= moveFactor(x[t - 1], z[t - 1], z[t]);
        }
        if (t + 1 < x.length) {
            p *= moveFactor(x[t], z[t], z[t + 1]);
        }
        return p;
    }

    private double moveFactor(int symbol, int i, int j) {
        int a = table(symbol);
        return (double) byRow[(a * states + i) * width + j] * inverseRow[a * width + i];
    }

    private double corrected(int s, int from, int to, double start) {
        double p = start;
        int[] x = strings[s];
        int[] z = hidden[s];
        if (from == 0) {
            start(z[0], 1);
        } else {
            p *= moveFactor(x[from - 1], z[from - 1], z[from]);
            move(z[from - 1], table(x[from - 1]), z[from], 1);
        }
        for (int t = from; t < to; t++) {
            p *= (double) emission[x[t] * width + z[t]] * inverseEmission[z[t]];
            emit(z[t], x[t], 1);
            if (t + 1 < x.length) {
                p *= moveFactor(x[t], z[t], z[t + 1]);
                move(z[t], table(x[t]), z[t + 1], 1);
            }
        }
        count(s, from, to, -1);
        return p;
    }

    /** The same by logarithms, for pieces whose probability is below the smallest number. */
    private double logarithmic(int s, int from, int to) {
        double fixed = 0;
        for (int t = from; t < to; t++) {
            fixed -= Math.log(factor(s, t, from));
        }
        double p = 0;
        int[] x = strings[s];
        int[] z = hidden[s];
        if (from == 0) {
            start(z[0], 1);
        } else {
            p += Math.log(moveFactor(x[from - 1], z[from - 1], z[from]));
            move(z[from - 1], table(x[from - 1]), z[from], 1);
        }
        for (int t = from; t < to; t++) {
            p += Math.log((double) emission[x[t] * width + z[t]] * inverseEmission[z[t]]);
            emit(z[t], x[t], 1);
            if (t + 1 < x.length) {
                p += Math.log(moveFactor(x[t], z[t], z[t + 1]));
                move(z[t], table(x[t]), z[t + 1], 1);
            }
        }
        count(s, from, to, -1);
        return Math.exp(p + fixed);
    }

    // ---- priors

    /** Resamples both priors given the states, with priors of their own that are flat in the logarithm. */
    public void resamplePriors() {
        alpha = resampled(alpha, EMISSION_STEP, true);
        beta = resampled(beta, TRANSITION_STEP, false);
        refresh();
    }

    /**
     * Resamples the priors of the samples given the states, but not those of the chain: a chain with large priors moves
     * freely, but its predictions would waste probability on what never happens.
     *
     * @param firstEmission where the prior of the emissions starts
     * @param firstTransition where the prior of the moves starts
     */
    public void resampleSamplePriors(double firstEmission, double firstTransition) {
        sampleAlpha = resampled(Double.isNaN(sampleAlpha) ? firstEmission : sampleAlpha, EMISSION_STEP, true);
        sampleBeta = resampled(Double.isNaN(sampleBeta) ? firstTransition : sampleBeta, TRANSITION_STEP, false);
    }

    private double resampled(double prior, double step, boolean emissions) {
        double now = prior;
        double log = emissions ? logEmissions(now) : logMoves(now);
        for (int r = 0; r < PRIOR_STEPS; r++) {
            double next = now * Math.exp(step * random.nextGaussian());
            double nextLog = emissions ? logEmissions(next) : logMoves(next);
            boolean within = next >= LEAST_PRIOR && next <= LARGEST_PRIOR;
            if (within && Math.log(random.nextDouble()) < nextLog - log) {
                now = next;
                log = nextLog;
            }
        }
        return now;
    }

    /** The logarithm of the joint probability of symbols and states, parameters integrated out. */
    public double logJoint() {
        double log = LogGamma.of(states * INITIAL) - LogGamma.of(strings.length + states * INITIAL);
        for (int i = 0; i < states; i++) {
            log += LogGamma.rising(INITIAL, starts[i]);
        }
        return log + logEmissions(alpha) + logMoves(beta);
    }

    private double logEmissions(double prior) {
        double log = 0;
        for (int count : emittedBy) {
            log -= LogGamma.rising(symbols * prior, count);
        }
        for (int count : emitted) {
            log += LogGamma.rising(prior, count);
        }
        return log;
    }

    private double logMoves(double prior) {
        double log = 0;
        for (int count : movesFrom) {
            log -= LogGamma.rising(states * prior, count);
        }
        for (int count : moves) {
            log += LogGamma.rising(prior, count);
        }
        return log;
    }

    // ---- results

    /** The expected parameters given the present states. */
    public Automaton sample() {
        double a = Double.isNaN(sampleAlpha) ? alpha : sampleAlpha;
        double m = Double.isNaN(sampleBeta) ? beta : sampleBeta;
        double[] first = new double[states];
        double[] emissions = new double[symbols * states];
        double[] transitions = new double[tables * states * states];
        for (int i = 0; i < states; i++) {
            first[i] = (starts[i] + INITIAL) / (strings.length + states * INITIAL);
            for (int b = 0; b < symbols; b++) {
                emissions[b * states + i] = (emitted[b * states + i] + a) / (emittedBy[i] + symbols * a);
            }
        }
        for (int row = 0; row < movesFrom.length; row++) {
            for (int j = 0; j < states; j++) {
                transitions[row * states + j] = (moves[row * states + j] + m) / (movesFrom[row] + states * m);
            }
        }
        return new Automaton(states, symbols, first, emissions, transitions);
    }

    /** The present states of a string; not a copy. */
    int[] hidden(int s) {
        return hidden[s];
    }

    /** Sets the states of a string; for tests. */
    void assign(int s, int... z) {
        count(s, 0, z.length, -1);
        System.arraycopy(z, 0, hidden[s], 0, z.length);
        count(s, 0, z.length, 1);
    }

    /** The counts of starts, emissions and moves, in this order; a copy. */
    List<int[]> counts() {
        return List.of(starts.clone(), emitted.clone(), emittedBy.clone(), moves.clone(), movesFrom.clone());
    }

    /** The fraction of the pieces whose proposal was rejected. */
    public double rejected() {
        return proposals == 0 ? 0 : (double) rejections / proposals;
    }

    /** The prior of the emissions. */
    public double emissionPrior() {
        return alpha;
    }

    /** The prior of the moves. */
    public double transitionPrior() {
        return beta;
    }
}
