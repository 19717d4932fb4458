package psr.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import psr.api.data.Alphabet;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.model.Repair;

/**
 * A mixture of models: its score of a symbol is the weighted sum of those of the parts, each repaired to a distribution
 * by {@link Repair#ABSOLUTE}. Immutable and thread-safe.
 */
final class Mixture implements Model {

    private static final double ROUNDING = 1e-9;

    private final List<Model> parts;
    private final double[] weights;

    /**
     * A mixture of some models.
     *
     * @param parts at least one, all over one alphabet; copied
     * @param weights one for each part, 0 or more, summing to 1; copied
     * @throws IllegalArgumentException if the arguments do not match
     */
    Mixture(List<? extends Model> parts, double[] weights) {
        this.parts = List.copyOf(parts);
        this.weights = weights.clone();
        double sum = 0;
        for (double weight : weights) {
            if (!(weight >= 0)) {
                throw new IllegalArgumentException("the weights of a mixture must be 0 or more; found "
                        + Arrays.toString(weights));
            }
            sum += weight;
        }
        if (parts.isEmpty() || parts.size() != weights.length || !(Math.abs(sum - 1) <= ROUNDING)) {
            throw new IllegalArgumentException("a mixture must have a weight for each part, and the weights must sum to 1;"
                    + " found " + parts.size() + " parts and the weights " + Arrays.toString(weights));
        }
        for (Model part : parts) {
            if (!part.alphabet().equals(parts.get(0).alphabet())) {
                throw new IllegalArgumentException("the parts of a mixture must have the same alphabet; found "
                        + parts.get(0).alphabet() + " and " + part.alphabet());
            }
        }
    }

    @Override
    public Alphabet alphabet() {
        return parts.get(0).alphabet();
    }

    /** The parts; not modifiable. */
    List<Model> parts() {
        return parts;
    }

    /** The weights of the parts; a new array. */
    double[] weights() {
        return weights.clone();
    }

    @Override
    public Filter filter() {
        return new MixtureFilter(parts.stream().map(Model::filter).toList());
    }

    private final class MixtureFilter implements Filter {

        private final List<Filter> filters;
        private final double[] scores = new double[alphabet().size()];

        MixtureFilter(List<Filter> filters) {
            this.filters = filters;
        }

        @Override
        public void reset() {
            filters.forEach(Filter::reset);
        }

        @Override
        public void update(int symbol) {
            for (Filter filter : filters) {
                filter.update(symbol);
            }
        }

        /** Skips only if every part can; otherwise no part changes. */
        @Override
        public boolean skip() {
            List<Filter> before = new ArrayList<>();
            for (Filter filter : filters) {
                before.add(filter.copy());
            }
            for (Filter filter : before) {
                if (!filter.skip()) {
                    return false;
                }
            }
            for (Filter filter : filters) {
                filter.skip();
            }
            return true;
        }

        @Override
        public void scores(int ahead, double[] into) {
            int n = scores.length;
            Arrays.fill(into, 0, n, 0);
            for (int k = 0; k < weights.length; k++) {
                filters.get(k).scores(ahead, scores);
                Repair.ABSOLUTE.apply(scores);
                for (int o = 0; o < n; o++) {
                    into[o] += weights[k] * scores[o];
                }
            }
        }

        @Override
        public Filter copy() {
            return new MixtureFilter(filters.stream().map(Filter::copy).toList());
        }

        @Override
        public long repairs() {
            long sum = 0;
            for (Filter filter : filters) {
                sum += filter.repairs();
            }
            return sum;
        }
    }
}
