package psr.pipeline;

import psr.math.Columns;

/** A filter of a linear PSR along sequences, with states of length 1. Not thread-safe. */
final class StringFilter {

    private final Operators psr;
    private final double[][] readout;
    /** The scores of the current state; overwritten by {@link #score}. */
    final double[] p;
    /** The current state. */
    double[] q;
    private double[] next;
    /** Σ p and Σ |p|. */
    double sum;
    double absolute;

    StringFilter(Operators psr) {
        this.psr = psr;
        readout = new double[psr.d][psr.n];
        psr.readout(readout);
        p = new double[psr.n];
        q = psr.initial.clone();
        next = new double[psr.d];
    }

    void start() {
        System.arraycopy(psr.initial, 0, q, 0, psr.d);
    }

    /** Computes the scores of the next symbol, and their sums. */
    void score() {
        Columns.multiply(readout, psr.n, psr.d, q, p);
        double plain = 0;
        double positive = 0;
        for (int o = 0; o < psr.n; o++) {
            plain += p[o];
            positive += Math.abs(p[o]);
        }
        sum = plain;
        absolute = positive;
    }

    /** |p_o| / Σ|p|, after {@link #score}; uniform if all scores vanish. */
    double probability(int symbol) {
        return absolute > 0 ? Math.abs(p[symbol]) / absolute : 1.0 / psr.n;
    }

    /** Updates the state with a symbol, after {@link #score}; the end changes nothing. */
    void update(int symbol) {
        if (symbol == psr.end) {
            return;
        }
        advance(psr, q, forgets(psr, q, p[symbol], symbol), symbol, next);
        double[] old = q;
        q = next;
        next = old;
    }

    /** Whether to forget the past: q A_o β / q β, the normalizer of a linear PSR, is below the symbol's threshold. */
    static boolean forgets(Operators psr, double[] q, double score, int symbol) {
        return !(score / Columns.dot(psr.d, q, psr.normaliser) >= psr.guard[symbol]);
    }

    /**
     * next ← q A_o / ‖q A_o‖, with q̄ for q if the past is forgotten; q̄ itself if that has no length.
     *
     * @return ‖q A_o‖; 0 if the past was forgotten
     */
    static double advance(Operators psr, double[] q, boolean forget, int symbol, double[] next) {
        int d = psr.d;
        if (psr.a[symbol] != null) {
            if (!forget) {
                Columns.multiply(psr.a[symbol], d, d, q, next);
                double norm = Math.sqrt(Columns.dot(d, next, next));
                if (norm > 0 && norm < Double.POSITIVE_INFINITY) {
                    RowLoops.set(1 / norm, next, d, next);
                    return norm;
                }
            }
            Columns.multiply(psr.a[symbol], d, d, psr.mean, next);
            if (Operators.unit(next)) {
                return 0;
            }
        }
        System.arraycopy(psr.mean, 0, next, 0, d);
        return 0;
    }

    /** The probability of every symbol of a corpus. */
    static double[] probabilities(Operators psr, Corpus data) {
        StringFilter walk = new StringFilter(psr);
        double[] probability = new double[data.total()];
        for (int i = 0; i < data.count(); i++) {
            walk.start();
            for (int t = data.start[i]; t < data.start[i + 1]; t++) {
                data.checkpoint(t);
                walk.score();
                probability[t] = walk.probability(data.x[t]);
                walk.update(data.x[t]);
            }
        }
        return probability;
    }
}
