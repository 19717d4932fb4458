package psr.eval;

import java.util.Arrays;

import psr.api.model.Features;
import psr.api.model.Filter;
import psr.api.model.Hmm;
import psr.api.model.Model;
import psr.api.model.StateFilter;

/**
 * The features of the future that a model expects at the present step, E[ψ_t | o_1 … o_{t−1}], whatever kind of model
 * it is.
 *
 * <ul>
 * <li>A model whose filter expects features of that length is asked for them. A string the model has no feature for has
 * no prediction: zero.
 * <li>Any other model: the probability of a string is the product of its symbols' scores, along copies of the filter.
 * <li>A hidden Markov model is of the second kind, but its linear PSR gives the same numbers sooner (see
 * {@link HmmExpectations}).
 * </ul>
 */
interface Expectations {

    /**
     * Goes to step t; called for every step of a sequence, from 0.
     *
     * @param filter has seen the symbols before t; not modified
     * @param scores its scores for t; not modified
     */
    void at(int t, Filter filter, double[] scores, int[] sequence);

    /** The expected value of a feature. */
    double expected(int feature);

    /** The sum of the squares of all expected values. */
    double square();

    /** How to ask this model for these features. */
    static Expectations of(Model model, Features features) {
        if (model.filter() instanceof StateFilter state && state.features().longest() >= features.longest()) {
            return new Direct(features, state.features());
        }
        return model instanceof Hmm hmm ? new HmmExpectations(hmm, features) : new Strings(features);
    }

    /** Reads the model's own features. */
    final class Direct implements Expectations {

        /** The model's number of each feature, or {@link Features#UNSEEN}. */
        private final int[] numbers;
        /** Whether the model has no feature beyond ours: then its own sum of squares is ours, at d² instead of D·d. */
        private final boolean within;
        private StateFilter state;

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
        public void at(int t, Filter filter, double[] scores, int[] sequence) {
            state = (StateFilter) filter;
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
        /** The strings that go on by one symbol where string f ends: features from[f] … to[f]−1; to[f] is 0 for none. */
        private final int[] from;
        private final int[] to;
        private final double[] expected;
        /** One array of scores for each length of string. */
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
                    // Features are in order, so those with one prefix follow each other.
                    int prefix = features.feature(Arrays.copyOf(string, string.length - 1));
                    from[prefix] = to[prefix] == 0 ? f : from[prefix];
                    to[prefix] = f + 1;
                }
            }
        }

        @Override
        public void at(int t, Filter filter, double[] scores, int[] sequence) {
            for (int o = 0; o < symbols; o++) {
                expect(o, scores[o], filter, 1);
            }
        }

        /** Sets the expectation of a string, and of all strings that begin with it. */
        private void expect(int feature, double value, Filter before, int length) {
            expected[feature] = value;
            if (to[feature] == 0) {
                return;
            }
            double[] scores = buffers[length];
            Filter after = before;
            if (value == 0) {
                // What follows an impossible symbol is impossible: no need for a copy, whose state could only be
                // invented.
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
