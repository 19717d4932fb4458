package psr.eval;

import psr.api.data.Alphabet;
import psr.api.model.Filter;
import psr.api.model.Model;

/** Hides everything but a model's scores. */
record Plain(Model behind) implements Model {

    @Override
    public Alphabet alphabet() {
        return behind.alphabet();
    }

    @Override
    public Filter filter() {
        return new PlainFilter(behind.filter());
    }

    private record PlainFilter(Filter behind) implements Filter {

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
        public Filter copy() {
            return new PlainFilter(behind.copy());
        }

        @Override
        public long repairs() {
            return behind.repairs();
        }
    }
}
