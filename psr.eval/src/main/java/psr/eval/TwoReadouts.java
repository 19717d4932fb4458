package psr.eval;

import psr.api.eval.Meter;
import psr.api.model.Filter;

/**
 * Means over all steps of what judges say of the scores, each for both readouts. Values: judge by judge, first that of
 * the operators, then that of the expected features.
 */
final class TwoReadouts implements Meter {

    /** Says how good or bad scores were, now that the symbol is known. */
    interface StepLoss {

        double of(double[] scores, int symbol);
    }

    private final StepLoss[] judges;
    private final Mean[] means;
    private final Readout readout = new Readout();
    private int[] sequence;

    TwoReadouts(StepLoss... judges) {
        this.judges = judges;
        means = new Mean[2 * judges.length];
        for (int k = 0; k < means.length; k++) {
            means[k] = new Mean();
        }
    }

    @Override
    public void start(int[] sequence, int length) {
        this.sequence = sequence;
    }

    @Override
    public void step(int t, Filter filter, double[] scores) {
        double[] features = readout.features(filter, scores);
        for (int k = 0; k < judges.length; k++) {
            means[2 * k].add(judges[k].of(scores, sequence[t]));
            means[2 * k + 1].add(judges[k].of(features, sequence[t]));
        }
    }

    @Override
    public double[] values() {
        double[] values = new double[means.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = means[k].value();
        }
        return values;
    }
}
