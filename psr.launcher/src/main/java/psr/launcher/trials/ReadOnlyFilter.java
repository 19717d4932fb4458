package psr.launcher.trials;

import psr.api.model.Features;
import psr.api.model.Filter;
import psr.api.model.StateFilter;

/** A filter that can be asked and copied but not moved: what metrics are shown of the one that walks. */
class ReadOnlyFilter implements Filter {

    private final Filter filter;

    private ReadOnlyFilter(Filter filter) {
        this.filter = filter;
    }

    static Filter of(Filter filter) {
        return filter instanceof StateFilter state ? new OfStates(state) : new ReadOnlyFilter(filter);
    }

    private static IllegalStateException refused() {
        return new IllegalStateException("a metric must not move the filter that it is shown; it may move a copy");
    }

    @Override
    public void reset() {
        throw refused();
    }

    @Override
    public void update(int symbol) {
        throw refused();
    }

    @Override
    public boolean skip() {
        throw refused();
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

    /** With its state. */
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
