package psr.eval;

import java.util.Arrays;

import psr.api.eval.Meter;
import psr.api.eval.Walk;

/**
 * Means of losses over all steps, for the scores from operators and the scores from features. Values: loss by loss, first
 * that from operators, then that from features.
 */
class MeanLosses implements Meter {

    /** The loss of scores, given the observed symbol. */
    interface StepLoss {

        double of(double[] scores, int symbol);
    }

    private final StepLoss[] losses;
    private final Mean[] means;
    private final FeatureScores featureScores = new FeatureScores();

    MeanLosses(StepLoss... losses) {
        this.losses = losses;
        means = new Mean[2 * losses.length];
        Arrays.setAll(means, k -> new Mean());
    }

    @Override
    public void step(Walk walk) {
        double[] scores = walk.scores(1);
        double[] features = featureScores.features(walk.filter(), scores);
        int symbol = walk.symbol(1);
        for (int k = 0; k < losses.length; k++) {
            means[2 * k].add(losses[k].of(scores, symbol));
            means[2 * k + 1].add(losses[k].of(features, symbol));
        }
    }

    @Override
    public double[] values() {
        return Arrays.stream(means).mapToDouble(Mean::value).toArray();
    }
}
