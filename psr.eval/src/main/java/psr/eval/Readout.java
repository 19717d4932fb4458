package psr.eval;

import psr.api.model.Filter;
import psr.api.model.StateFilter;

/** Reads the next symbol's scores off a filter's expected features. */
final class Readout {

    private double[] buffer = new double[0];

    /**
     * The features readout: (U q)_o for each symbol o, or the scores where the filter expects no features.
     *
     * @param scores the operators readout; not modified
     * @return one finite score per symbol; good until the next call, not to be modified
     */
    double[] features(Filter filter, double[] scores) {
        if (!(filter instanceof StateFilter state)) {
            return scores;
        }
        if (buffer.length != scores.length) {
            buffer = new double[scores.length];
        }
        for (int o = 0; o < buffer.length; o++) {
            // Feature o is the symbol o. The product of a huge state may overflow: then the largest number stands for
            // it, as in the scores of a linear PSR.
            double p = state.expectedFeature(o);
            buffer[o] = Double.isNaN(p) ? 0 : Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, p));
        }
        return buffer;
    }

    /** The symbol with the highest score; the lowest one of equals. */
    static int best(double[] scores) {
        int best = 0;
        for (int o = 1; o < scores.length; o++) {
            if (scores[o] > scores[best]) {
                best = o;
            }
        }
        return best;
    }
}
