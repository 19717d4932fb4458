package psr.eval;

import psr.api.data.Alphabet;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;

/** Hides everything but a model's scores. */
record Plain(Model behind) implements Model {

    @Override
    public Alphabet space() {
        return behind.space().as(Alphabet.class);
    }

    @Override
    public SymbolFilter filter() {
        return new PlainFilter(SymbolFilter.of(behind));
    }

    private record PlainFilter(SymbolFilter behind) implements SymbolFilter {

        @Override
        public void reset() {
            behind.reset();
        }

        @Override
        public void update(int symbol) {
            behind.update(symbol);
        }

        @Override
        public void scores(int ahead, double[] into) {
            behind.scores(ahead, into);
        }

        @Override
        public SymbolFilter copy() {
            return new PlainFilter(behind.copy());
        }

        @Override
        public long repairs() {
            return behind.repairs();
        }
    }
}
