package psr.eval;

import java.util.Arrays;

import psr.api.model.Filter;

/**
 * Means of losses over all steps, for the scores from operators and the scores from features. Values: loss by loss, first
 * that from operators, then that from features.
 */
class MeanLosses extends SequenceMeter {

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
    public void step(int t, Filter filter, double[] scores) {
        double[] features = featureScores.features(filter, scores);
        for (int k = 0; k < losses.length; k++) {
            means[2 * k].add(losses[k].of(scores, sequence[t]));
            means[2 * k + 1].add(losses[k].of(features, sequence[t]));
        }
    }

    @Override
    public double[] values() {
        return Arrays.stream(means).mapToDouble(Mean::value).toArray();
    }
}
