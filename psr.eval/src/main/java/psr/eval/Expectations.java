package psr.eval;

import java.util.Arrays;

import psr.api.eval.Walk;
import psr.api.linear.FeatureFilter;
import psr.api.linear.Features;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;

/**
 * The expected features of the future at the current step, E[ψ_t | o_1 … o_{t−1}], for any kind of model.
 *
 * <ul>
 * <li>For a model whose filter expects features of that length, they are read from the filter. A string that is not a
 * feature of the model has no prediction: zero.
 * <li>For any other model, the probability of a string is the product of its symbols' scores, along copies of the filter.
 * <li>For a hidden Markov model, this would apply, but its linear PSR computes the same numbers faster (see
 * {@link HmmExpectations}).
 * </ul>
 */
interface Expectations {

    /**
     * Advances to the next step of the walk.
     *
     * @param filter a filter after the symbols before it; not modified
     */
    void at(Walk walk, SymbolFilter filter);

    /** The expected value of a feature. */
    double expected(int feature);

    /** The sum of the squares of all expected values. */
    double square();

    /** The expectations of these features under a model. */
    static Expectations of(Model model, Features features) {
        if (model.filter() instanceof FeatureFilter state && state.features().longest() >= features.longest()) {
            return new Direct(features, state.features());
        }
        return model instanceof Hmm hmm ? new HmmExpectations(hmm, features) : new Strings(features);
    }

    /** Reads the model's own features. */
    final class Direct implements Expectations {

        /** The index in the model of each feature, or {@link Features#UNSEEN}. */
        private final int[] numbers;
        /** Whether the model has no other features: then its own sum of squares is the result, in d² instead of D·d steps. */
        private final boolean within;
        private FeatureFilter state;

        Direct(Features features, Features own) {
            numbers = new int[features.count()];
            if (features.equals(own)) {
                Arrays.setAll(numbers, f -> f);
                within = true;
                return;
            }
            int common = 0;
            for (int f = 0; f < numbers.length; f++) {
                numbers[f] = own.feature(features.string(f));
                common += numbers[f] == Features.UNSEEN ? 0 : 1;
            }
            within = common == own.count();
        }

        @Override
        public void at(Walk walk, SymbolFilter filter) {
            state = (FeatureFilter) filter;
        }

        @Override
        public double expected(int feature) {
            return numbers[feature] == Features.UNSEEN ? 0 : state.expectedFeature(numbers[feature]);
        }

        @Override
        public double square() {
            if (within) {
                return state.expectedSquare();
            }
            double sum = 0;
            for (int f = 0; f < numbers.length; f++) {
                double e = expected(f);
                sum += e * e;
            }
            return sum;
        }
    }

    /** Multiplies scores along each string. */
    final class Strings implements Expectations {

        private final Features features;
        private final int symbols;
        /** The last symbol of each string. */
        private final int[] last;
        /** The strings that extend string f by one symbol: features from[f] … to[f]−1; to[f] is 0 if there are none. */
        private final int[] from;
        private final int[] to;
        private final double[] expected;
        /** One array of scores for each length of strings. */
        private final double[][] buffers;

        Strings(Features features) {
            this.features = features;
            symbols = features.alphabet().size();
            int count = features.count();
            last = new int[count];
            from = new int[count];
            to = new int[count];
            expected = new double[count];
            buffers = new double[features.longest()][symbols];
            for (int f = 0; f < count; f++) {
                int[] string = features.string(f);
                last[f] = string[string.length - 1];
                if (string.length > 1) {
                    // Features are sorted, so those with a common prefix are adjacent.
                    int prefix = features.feature(Arrays.copyOf(string, string.length - 1));
                    from[prefix] = to[prefix] == 0 ? f : from[prefix];
                    to[prefix] = f + 1;
                }
            }
        }

        @Override
        public void at(Walk walk, SymbolFilter filter) {
            double[] scores = walk.scores(1);
            for (int o = 0; o < symbols; o++) {
                expect(o, scores[o], filter, 1);
            }
        }

        /** Sets the expectation of a string and of all strings that begin with it. */
        private void expect(int feature, double value, SymbolFilter before, int length) {
            expected[feature] = value;
            if (to[feature] == 0) {
                return;
            }
            double[] scores = buffers[length];
            SymbolFilter after = before;
            if (value == 0) {
                // Strings after an impossible symbol are impossible, so no copy is needed; its state would be arbitrary.
                Arrays.fill(scores, 0);
            } else {
                after = before.copy();
                after.update(last[feature]);
                after.scores(1, scores);
            }
            for (int longer = from[feature]; longer < to[feature]; longer++) {
                expect(longer, value * scores[last[longer]], after, length + 1);
            }
        }

        @Override
        public double expected(int feature) {
            return expected[feature];
        }

        @Override
        public double square() {
            double sum = 0;
            for (int f = 0; f < features.count(); f++) {
                sum += expected[f] * expected[f];
            }
            return sum;
        }
    }
}
