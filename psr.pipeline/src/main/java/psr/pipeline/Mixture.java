package psr.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import psr.api.data.Alphabet;
import psr.api.model.Model;
import psr.api.model.Repair;
import psr.api.model.SymbolFilter;

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
            if (!part.space().equals(parts.get(0).space())) {
                throw new IllegalArgumentException("the parts of a mixture must have the same alphabet; found "
                        + parts.get(0).space() + " and " + part.space());
            }
        }
    }

    @Override
    public Alphabet space() {
        return parts.get(0).space().as(Alphabet.class);
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
    public SymbolFilter filter() {
        return new MixtureFilter(parts.stream().map(SymbolFilter::of).toList());
    }

    private final class MixtureFilter implements SymbolFilter {

        private final List<SymbolFilter> filters;
        private final double[] scores = new double[space().size()];

        MixtureFilter(List<SymbolFilter> filters) {
            this.filters = filters;
        }

        @Override
        public void reset() {
            filters.forEach(SymbolFilter::reset);
        }

        @Override
        public void update(int symbol) {
            for (SymbolFilter filter : filters) {
                filter.update(symbol);
            }
        }

        /** Skips only if every part can; otherwise no part changes. */
        @Override
        public boolean skip() {
            List<SymbolFilter> before = new ArrayList<>();
            for (SymbolFilter filter : filters) {
                before.add(filter.copy());
            }
            for (SymbolFilter filter : before) {
                if (!filter.skip()) {
                    return false;
                }
            }
            for (SymbolFilter filter : filters) {
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
        public SymbolFilter copy() {
            return new MixtureFilter(filters.stream().map(SymbolFilter::copy).toList());
        }

        @Override
        public long repairs() {
            long sum = 0;
            for (SymbolFilter filter : filters) {
                sum += filter.repairs();
            }
            return sum;
        }
    }
}
