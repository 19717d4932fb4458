package psr.launcher.trials;

import psr.api.model.Features;
import psr.api.model.Filter;
import psr.api.model.StateFilter;

/** A view of a filter that can be read and copied but not updated; metrics get it in place of the filter itself. */
class ReadOnlyFilter implements Filter {

    private final Filter filter;

    private ReadOnlyFilter(Filter filter) {
        this.filter = filter;
    }

    static Filter of(Filter filter) {
        return filter instanceof StateFilter state ? new OfStates(state) : new ReadOnlyFilter(filter);
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
    public boolean skip() {
        throw readOnly();
    }

    @Override
    public void scores(int ahead, double[] into) {
        filter.scores(ahead, into);
    }

    @Override
    public Filter copy() {
        return filter.copy();
    }

    @Override
    public long repairs() {
        return filter.repairs();
    }

    /** A view that includes the state. */
    private static final class OfStates extends ReadOnlyFilter implements StateFilter {

        private final StateFilter filter;

        OfStates(StateFilter filter) {
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
        public StateFilter copy() {
            return filter.copy();
        }
    }
}
