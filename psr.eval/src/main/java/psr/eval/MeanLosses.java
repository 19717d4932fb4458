package psr.eval;

import psr.api.eval.Meter;
import psr.api.model.Filter;

/**
 * Means of losses over all steps, for the scores from operators and the scores from features. Values: loss by loss, first
 * that from operators, then that from features.
 */
final class MeanLosses implements Meter {

    /** The loss of scores, given the observed symbol. */
    interface StepLoss {

        double of(double[] scores, int symbol);
    }

    private final StepLoss[] losses;
    private final Mean[] means;
    private final FeatureScores featureScores = new FeatureScores();
    private int[] sequence;

    MeanLosses(StepLoss... losses) {
        this.losses = losses;
        means = new Mean[2 * losses.length];
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
        double[] features = featureScores.features(filter, scores);
        for (int k = 0; k < losses.length; k++) {
            means[2 * k].add(losses[k].of(scores, sequence[t]));
            means[2 * k + 1].add(losses[k].of(features, sequence[t]));
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
