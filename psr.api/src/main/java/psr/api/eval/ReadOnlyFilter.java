package psr.api.eval;

import psr.api.data.Sequences;
import psr.api.linear.FeatureFilter;
import psr.api.linear.Features;
import psr.api.model.Filter;
import psr.api.model.SymbolFilter;
import psr.api.model.VectorFilter;

/** A view of a filter that can be read and copied but not updated; metrics get it in place of the filter itself. */
class ReadOnlyFilter implements SymbolFilter {

    private final SymbolFilter filter;

    private ReadOnlyFilter(SymbolFilter filter) {
        this.filter = filter;
    }

    static Filter of(Filter filter) {
        if (filter instanceof VectorFilter vectors) {
            return new OfVectors(vectors);
        }
        return filter instanceof FeatureFilter state ? new OfStates(state) : new ReadOnlyFilter((SymbolFilter) filter);
    }

    private static IllegalStateException readOnly() {
        return new IllegalStateException("a metric must not update the filter that it gets; it may update a copy");
    }

    @Override
    public void reset() {
        throw readOnly();
    }

    @Override
    public void update(int symbol) {
        throw readOnly();
    }

    @Override
    public void plan(Sequences inputs, int i, int from) {
        throw readOnly();
    }

    @Override
    public boolean skip() {
        throw readOnly();
    }

    @Override
    public void scores(int ahead, double[] into) {
        filter.scores(ahead, into);
    }

    @Override
    public SymbolFilter copy() {
        return filter.copy();
    }

    @Override
    public long repairs() {
        return filter.repairs();
    }

    /** A view that includes the state. */
    private static final class OfStates extends ReadOnlyFilter implements FeatureFilter {

        private final FeatureFilter filter;

        OfStates(FeatureFilter filter) {
            super(filter);
            this.filter = filter;
        }

        @Override
        public Features features() {
            return filter.features();
        }

        @Override
        public double expectedFeature(int feature) {
            return filter.expectedFeature(feature);
        }

        @Override
        public void expectedSymbols(double[] into) {
            filter.expectedSymbols(into);
        }

        @Override
        public double expectedSquare() {
            return filter.expectedSquare();
        }

        @Override
        public FeatureFilter copy() {
            return filter.copy();
        }
    }

    /** A view of a filter of vectors. */
    private record OfVectors(VectorFilter filter) implements VectorFilter {

        @Override
        public void reset() {
            throw readOnly();
        }

        @Override
        public void plan(Sequences inputs, int i, int from) {
            throw readOnly();
        }

        @Override
        public void update(double[] row) {
            throw readOnly();
        }

        @Override
        public void mean(int ahead, double[] into) {
            filter.mean(ahead, into);
        }

        @Override
        public boolean covariance(int ahead, double[] into) {
            return filter.covariance(ahead, into);
        }

        @Override
        public VectorFilter copy() {
            return filter.copy();
        }

        @Override
        public long repairs() {
            return filter.repairs();
        }
    }
}
