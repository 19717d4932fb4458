package psr.baselines.ngram;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import psr.api.data.Alphabet;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.baselines.Preconditions;

/**
 * The contexts of an n-gram model and what followed them.
 *
 * <p>The contexts seen are closed under dropping the newest and the oldest symbol, so the longest one that matches the
 * past follows from the one before and the new symbol: the model is a finite automaton whose state is a context, and
 * looking several steps ahead is an exact sum over its states.
 */
final class ContextTree implements Model {

    /** The empty context. */
    private static final int ROOT = 0;

    private final Alphabet alphabet;
    private final int n;
    private final int end;
    /** (context, symbol) ↦ the context that is one symbol longer, newest last; n stands for the start of a sequence. */
    private final Map<Long, Integer> longer;
    /** The context without its oldest symbol; −1 for the empty one. */
    private final int[] shorter;
    /**
     * The followers of context k and how often each: positions first[k] … first[k+1]−1, in the order of the symbols.
     */
    private final int[] first;
    private final int[] follower;
    private final int[] count;
    /** c(h): how often each context was followed by anything. */
    private final long[] total;
    private final int start;

    private ContextTree(Builder builder) {
        alphabet = builder.alphabet;
        n = alphabet.size();
        end = alphabet.end().orElse(-1);
        longer = builder.longer;
        start = builder.start;
        int contexts = builder.contexts;
        shorter = Arrays.copyOf(builder.shorter, contexts);
        first = new int[contexts + 1];
        total = new long[contexts];
        // Sorted keys, so that nothing depends on the order of a hash map.
        long[] keys = builder.counts.keySet().stream().mapToLong(Long::longValue).sorted().toArray();
        follower = new int[keys.length];
        count = new int[keys.length];
        for (int k = 0; k < keys.length; k++) {
            int context = (int) (keys[k] / (n + 1));
            follower[k] = (int) (keys[k] % (n + 1));
            count[k] = builder.counts.get(keys[k])[0];
            first[context + 1] = k + 1;
            total[context] += count[k];
        }
        for (int context = 1; context <= contexts; context++) {
            first[context] = Math.max(first[context], first[context - 1]);
        }
    }

    @Override
    public Alphabet alphabet() {
        return alphabet;
    }

    @Override
    public Filter filter() {
        return new ContextFilter();
    }

    /** The number of contexts, the empty one included. */
    int contexts() {
        return shorter.length;
    }

    /**
     * The longest context that the past matches after one more symbol; the number of contexts once the end was seen.
     */
    private int next(int context, int symbol) {
        if (symbol == end || context == contexts()) {
            return contexts();
        }
        for (int h = context; h >= 0; h = shorter[h]) {
            Integer longest = longer.get(key(h, symbol, n));
            if (longest != null) {
                return longest;
            }
        }
        return ROOT;
    }

    /** P(· | context). into: overwritten. */
    private void predict(int context, double[] into) {
        if (context == contexts()) {
            Arrays.fill(into, 0, n, 0);
            into[end] = 1;
            return;
        }
        if (context == ROOT) {
            Arrays.fill(into, 0, n, 1.0 / n);
        } else {
            predict(shorter[context], into);
        }
        int different = first[context + 1] - first[context];
        double all = total[context] + different;
        for (int o = 0; o < n; o++) {
            into[o] *= different / all;
        }
        for (int k = first[context]; k < first[context + 1]; k++) {
            into[follower[k]] += count[k] / all;
        }
    }

    /** What follows each context: rows of context, symbol, count, in order; new arrays. */
    int[][] followers() {
        int[][] rows = new int[follower.length][];
        for (int context = 0; context < contexts(); context++) {
            for (int k = first[context]; k < first[context + 1]; k++) {
                rows[k] = new int[] {context, follower[k], count[k]};
            }
        }
        return rows;
    }

    /**
     * Where each context but the empty one comes from: rows of the context that is one symbol shorter at the newest end,
     * that newest symbol (n for the start of a sequence), and the context without its oldest symbol; new arrays.
     */
    int[][] origins() {
        int[][] rows = new int[contexts() - 1][];
        longer.forEach((key, context) -> rows[context - 1] = new int[] {(int) (key / (n + 1)), (int) (key % (n + 1)),
            shorter[context]});
        return rows;
    }

    /** How many contexts some contexts may lead to: each with every symbol, but no more than there are. */
    static int room(int reached, int symbols, int contexts) {
        return (int) Math.min(contexts, (long) reached * symbols);
    }

    private static long key(int context, int symbol, int n) {
        return (long) context * (n + 1) + symbol;
    }

    private final class ContextFilter implements Filter {

        private int context = start;

        @Override
        public void reset() {
            context = start;
        }

        @Override
        public void update(int symbol) {
            context = next(context, Objects.checkIndex(symbol, n));
        }

        /** An n-gram knows nothing across a gap: its context begins anew behind it. */
        @Override
        public boolean skip() {
            context = context == contexts() ? context : ROOT;
            return true;
        }

        /**
         * Exact for every number of steps: carries the distribution over contexts forward. Costs at most
         * |O|·min(|O|^(ahead−1), contexts) for the last step.
         */
        @Override
        public void scores(int ahead, double[] into) {
            Preconditions.ahead(ahead);
            predict(context, into);
            if (ahead == 1) {
                return;
            }
            double[] next = new double[n];
            double[] mass = new double[contexts() + 1];
            int[] reached = {context};
            mass[context] = 1;
            for (int k = 1; k < ahead; k++) {
                double[] moved = new double[mass.length];
                int[] targets = new int[room(reached.length, n, mass.length)];
                boolean[] listed = new boolean[mass.length];
                int size = 0;
                for (int from : reached) {
                    predict(from, next);
                    for (int o = 0; o < n; o++) {
                        int to = next(from, o);
                        moved[to] += mass[from] * next[o];
                        if (!listed[to]) {
                            listed[to] = true;
                            targets[size++] = to;
                        }
                    }
                }
                mass = moved;
                reached = Arrays.copyOf(targets, size);
            }
            Arrays.fill(into, 0, n, 0);
            for (int from : reached) {
                predict(from, next);
                for (int o = 0; o < n; o++) {
                    into[o] += mass[from] * next[o];
                }
            }
        }

        @Override
        public Filter copy() {
            ContextFilter copy = new ContextFilter();
            copy.context = context;
            return copy;
        }
    }

    /** Counts contexts and their followers. */
    static final class Builder {

        private final Alphabet alphabet;
        private final int n;
        private final int depth;
        private final Map<Long, Integer> longer = new HashMap<>();
        private final Map<Long, int[]> counts = new HashMap<>();
        private int[] shorter = {-1};
        private int contexts = 1;
        private final int start;
        /**
         * The contexts of length 0 … depth that end at the present position; those from {@code known} on do not exist.
         */
        private final int[] current;

        /** @param depth the length of the longest contexts; the start of a sequence counts as a symbol */
        Builder(Alphabet alphabet, int depth) {
            this.alphabet = alphabet;
            this.n = alphabet.size();
            this.depth = depth;
            this.current = new int[depth + 1];
            this.start = depth == 0 ? ROOT : extend(ROOT, n, ROOT);
        }

        /** Counts one sequence: the first {@code length} entries. */
        void add(int[] sequence, int length) {
            current[0] = ROOT;
            int known = 1;
            if (depth > 0) {
                current[1] = start;
                known = 2;
            }
            for (int t = 0; t < length; t++) {
                for (int k = 0; k < known; k++) {
                    counts.computeIfAbsent(key(current[k], sequence[t], n), key -> new int[1])[0]++;
                }
                if (t + 1 < length) {
                    known = Math.min(known + 1, depth + 1);
                    int inner = current[0];
                    int suffix = ROOT;
                    for (int k = 1; k < known; k++) {
                        int outer = current[k];
                        suffix = extend(inner, sequence[t], suffix);
                        current[k] = suffix;
                        inner = outer;
                    }
                }
            }
        }

        /** The context that is one symbol longer; its own shorter one is given. */
        private int extend(int context, int symbol, int suffix) {
            Integer known = longer.get(key(context, symbol, n));
            if (known != null) {
                return known;
            }
            if (contexts == shorter.length) {
                shorter = Arrays.copyOf(shorter, 2 * contexts);
            }
            shorter[contexts] = suffix;
            longer.put(key(context, symbol, n), contexts);
            return contexts++;
        }

        /**
         * Adds a context as {@link #origins} told it.
         *
         * @throws IllegalArgumentException if it cannot be the next one
         */
        void restore(int parent, int symbol, int suffix) {
            if (parent < 0 || parent >= contexts || suffix < 0 || suffix >= contexts || symbol < 0 || symbol > n) {
                throw new IllegalArgumentException("a context must come after those it is made of, with a symbol up to "
                        + n + "; context " + contexts + " is made of " + parent + ", " + suffix + " and symbol " + symbol);
            }
            int before = contexts;
            extend(parent, symbol, suffix);
            if (contexts == before) {
                throw new IllegalArgumentException("a context must stand once; " + parent + " with symbol " + symbol
                        + " stands twice");
            }
        }

        /**
         * Sets a count as {@link #followers} told it.
         *
         * @throws IllegalArgumentException if there is no such context or symbol, the count is not positive, or it was
         *         set before
         */
        void restoreCount(int context, int symbol, int often) {
            if (context < 0 || context >= contexts || symbol < 0 || symbol >= n || often < 1) {
                throw new IllegalArgumentException("a count must be at least 1, of a context below " + contexts
                        + " and a symbol below " + n + "; found " + often + " for context " + context + ", symbol "
                        + symbol);
            }
            if (counts.put(key(context, symbol, n), new int[] {often}) != null) {
                throw new IllegalArgumentException("a count must stand once; that of context " + context + ", symbol "
                        + symbol + " stands twice");
            }
        }

        /**
         * The model of what was counted.
         *
         * @throws IllegalArgumentException if nothing ever followed some context, so that it predicts nothing
         */
        ContextTree build() {
            ContextTree tree = new ContextTree(this);
            for (int context = 0; context < contexts; context++) {
                if (tree.total[context] == 0) {
                    throw new IllegalArgumentException("every context must have been followed by a symbol; context "
                            + context + " has no count");
                }
            }
            return tree;
        }
    }
}
