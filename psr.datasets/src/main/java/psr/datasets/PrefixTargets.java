package psr.datasets;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;

/** A model that predicts only the symbols after some prefixes; elsewhere all scores are zero. Immutable and thread-safe. */
final class PrefixTargets implements Model {

    private static final int ROOT = 0;
    private static final int NOWHERE = -1;

    private final Alphabet alphabet;
    /** Node · (|O| + 1) + symbol ↦ the node that is one symbol longer. */
    private final Map<Long, Integer> longer = new HashMap<>();
    private final Map<Integer, double[]> target = new HashMap<>();

    PrefixTargets(Alphabet alphabet, Symbols prefixes, List<double[]> targets) {
        this.alphabet = alphabet;
        int[] nodes = {ROOT + 1};
        for (int i = 0; i < prefixes.count(); i++) {
            int node = ROOT;
            for (int t = 0; t < prefixes.length(i); t++) {
                node = longer.computeIfAbsent(key(node, prefixes.symbol(i, t)), key -> nodes[0]++);
            }
            target.put(node, targets.get(i));
        }
    }

    private long key(int node, int symbol) {
        return (long) node * (alphabet.size() + 1) + symbol;
    }

    @Override
    public Alphabet space() {
        return alphabet;
    }

    @Override
    public SymbolFilter filter() {
        return new TargetFilter();
    }

    private final class TargetFilter implements SymbolFilter {

        private int node = ROOT;

        @Override
        public void reset() {
            node = ROOT;
        }

        @Override
        public void update(int symbol) {
            if (symbol < 0 || symbol >= alphabet.size()) {
                throw new IndexOutOfBoundsException("symbols are 0 … " + (alphabet.size() - 1) + "; found " + symbol);
            }
            node = node == NOWHERE ? NOWHERE : longer.getOrDefault(key(node, symbol), NOWHERE);
        }

        @Override
        public void scores(int ahead, double[] into) {
            if (ahead < 1) {
                throw new IllegalArgumentException("scores must look at least 1 step ahead; ahead=" + ahead);
            }
            double[] known = ahead == 1 ? target.get(node) : null;
            if (known == null) {
                Arrays.fill(into, 0, alphabet.size(), 0);
            } else {
                System.arraycopy(known, 0, into, 0, alphabet.size());
            }
        }

        @Override
        public SymbolFilter copy() {
            TargetFilter copy = new TargetFilter();
            copy.node = node;
            return copy;
        }
    }
}
