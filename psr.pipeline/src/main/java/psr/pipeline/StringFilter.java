package psr.pipeline;

import psr.math.Columns;

/** One walk of a linear PSR along sequences, with states of length 1. Used by one thread. */
final class StringFilter {

    private final Operators psr;
    private final double[][] readout;
    /** The scores of the present state; overwritten by {@link #score}. */
    final double[] p;
    /** The present state. */
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

    /** The scores of what comes next, and their sums. */
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

    /** |p_o| / Σ|p|, after {@link #score}; uniform where all scores vanish. */
    double probability(int symbol) {
        return absolute > 0 ? Math.abs(p[symbol]) / absolute : 1.0 / psr.n;
    }

    /** Takes in a symbol, after {@link #score}; the end changes nothing. */
    void update(int symbol) {
        if (symbol == psr.end) {
            return;
        }
        advance(psr, q, forgets(psr, q, p[symbol], symbol), symbol, next);
        double[] old = q;
        q = next;
        next = old;
    }

    /** Whether a symbol came from nowhere: q A_o β / q β, the normaliser of a linear PSR, is below its level. */
    static boolean forgets(Operators psr, double[] q, double score, int symbol) {
        return !(score / Columns.dot(psr.d, q, psr.normaliser) >= psr.guard[symbol]);
    }

    /**
     * next ← q A_o / ‖q A_o‖, with q̄ for q where the past is forgotten; q̄ itself where that has no length.
     *
     * @return ‖q A_o‖; 0 where the past was forgotten
     */
    static double advance(Operators psr, double[] q, boolean forget, int symbol, double[] next) {
        int d = psr.d;
        if (psr.a[symbol] != null) {
            if (!forget) {
                Columns.multiply(psr.a[symbol], d, d, q, next);
                double norm = Math.sqrt(Columns.dot(d, next, next));
                if (norm > 0 && norm < Double.POSITIVE_INFINITY) {
                    Vectors.set(1 / norm, next, d, next);
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
                data.walked(t);
                walk.score();
                probability[t] = walk.probability(data.x[t]);
                walk.update(data.x[t]);
            }
        }
        return probability;
    }
}
