package psr.eval;

import java.util.Arrays;

import psr.api.data.Alphabet;
import psr.api.linear.FeatureFilter;
import psr.api.linear.Features;
import psr.api.model.Model;

/**
 * A model with given numbers, the same at every step.
 *
 * @param features the strings it expects
 * @param scores one per symbol
 * @param expected one per feature
 * @param repaired the symbol whose updates count as repairs; −1 for none
 */
record Scripted(Features features, double[] scores, double[] expected, int repaired) implements Model {

    @Override
    public Alphabet space() {
        return features.alphabet();
    }

    @Override
    public FeatureFilter filter() {
        return new ScriptedFilter();
    }

    private final class ScriptedFilter implements FeatureFilter {

        private long repairs;

        @Override
        public void reset() {}

        @Override
        public void update(int symbol) {
            repairs += symbol == repaired ? 1 : 0;
        }

        @Override
        public void scores(int ahead, double[] into) {
            System.arraycopy(scores, 0, into, 0, scores.length);
        }

        @Override
        public Features features() {
            return features;
        }

        @Override
        public double expectedFeature(int feature) {
            return expected[feature];
        }

        @Override
        public double expectedSquare() {
            return Arrays.stream(expected).map(e -> e * e).sum();
        }

        @Override
        public FeatureFilter copy() {
            ScriptedFilter copy = new ScriptedFilter();
            copy.repairs = repairs;
            return copy;
        }

        @Override
        public long repairs() {
            return repairs;
        }
    }
}
