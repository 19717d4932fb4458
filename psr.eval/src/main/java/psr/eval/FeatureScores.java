package psr.eval;

import psr.api.linear.FeatureFilter;
import psr.api.model.Filter;
import psr.math.Columns;

/** Computes the next symbol's scores from a filter's expected features. */
final class FeatureScores {

    private double[] buffer = new double[0];

    /**
     * The scores from features: (U q)_o for each symbol o, or the scores from operators if the filter expects no
     * features.
     *
     * @param scores the scores from operators; not modified
     * @return one finite score per symbol; valid until the next call, do not modify
     */
    double[] features(Filter filter, double[] scores) {
        if (!(filter instanceof FeatureFilter state)) {
            return scores;
        }
        if (buffer.length != scores.length) {
            buffer = new double[scores.length];
        }
        state.expectedSymbols(buffer);
        // The product of a huge state may overflow: then the largest double replaces it, as in the scores of a linear
        // PSR. The sum of the sizes is finite unless one of them is not, or they are huge.
        if (!(Columns.normL1(buffer.length, buffer) < Double.POSITIVE_INFINITY)) {
            for (int o = 0; o < buffer.length; o++) {
                double p = buffer[o];
                buffer[o] = Double.isNaN(p) ? 0 : Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, p));
            }
        }
        return buffer;
    }

    /** Whether a symbol has the highest score, and is the lowest one with it. */
    static boolean best(double[] scores, int symbol) {
        double score = scores[symbol];
        for (int o = 0; o < symbol; o++) {
            if (scores[o] >= score) {
                return false;
            }
        }
        for (int o = symbol + 1; o < scores.length; o++) {
            if (scores[o] > score) {
                return false;
            }
        }
        return true;
    }
}
