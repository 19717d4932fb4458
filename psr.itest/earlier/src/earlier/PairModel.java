package earlier;

import psr.api.data.Alphabet;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;

/**
 * The next symbol depends on the last one.
 *
 * @param space the symbols
 * @param first chances of the first symbol
 * @param next chances of the next symbol, by the last one
 */
record PairModel(Alphabet space, double[] first, double[][] next) implements Model {

    @Override
    public SymbolFilter filter() {
        return new PairFilter(-1);
    }

    private final class PairFilter implements SymbolFilter {

        private int last;

        PairFilter(int last) {
            this.last = last;
        }

        @Override
        public void reset() {
            last = -1;
        }

        @Override
        public void update(int symbol) {
            last = java.util.Objects.checkIndex(symbol, space.size());
        }

        @Override
        public void scores(int ahead, double[] into) {
            System.arraycopy(last < 0 ? first : next[last], 0, into, 0, into.length);
            double[] before = new double[into.length];
            for (int step = 1; step < ahead; step++) {
                System.arraycopy(into, 0, before, 0, into.length);
                java.util.Arrays.fill(into, 0);
                for (int i = 0; i < into.length; i++) {
                    for (int j = 0; j < into.length; j++) {
                        into[j] += before[i] * next[i][j];
                    }
                }
            }
        }

        @Override
        public SymbolFilter copy() {
            return new PairFilter(last);
        }
    }
}
