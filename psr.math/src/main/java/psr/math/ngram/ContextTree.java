package psr.math.ngram;

import java.util.Arrays;
import java.util.Objects;

import psr.api.data.Alphabet;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.math.PairTable;

/**
 * An n-gram model: P(o | h) = share(h o) + weight(h) P(o | h'), where h is the longest context of the model that is a
 * suffix of the past, and h' is h without its oldest symbol. Below the empty context the probability is 1/|O|. Immutable
 * and thread-safe.
 *
 * <p>The next context follows from the current one and the new symbol, so the model is a finite automaton, and the
 * probabilities several steps ahead are an exact sum over its states. Only the end follows the end.
 */
public final class ContextTree implements Model {

    private static final int ROOT = 0;

    /** Tolerance for the sum of thousands of shares, each rounded. */
    private static final double ROUNDING = 1e-9;

    private final Alphabet alphabet;
    private final int n;
    private final int end;
    /** (context, older symbol) ↦ the longer context, less one; the start of a sequence is the symbol n. */
    private final PairTable longer = new PairTable();
    /** The context without its oldest symbol; −1 for the empty one. */
    private final int[] parent;
    private final int[] oldest;
    private final int[] length;
    /** The followers of context h: indices first[h] … first[h+1]−1, in the order of the symbols. */
    private final int[] first;
    private final int[] follower;
    private final double[] share;
    private final double[] weight;
    private final int start;

    /**
     * Estimates a model from counts.
     *
     * @param deepest the length of the longest contexts, at most that of the counts
     */
    public static ContextTree of(ContextCounts counts, Smoothing smoothing, int deepest) {
        ContextCounts.Shares shares = counts.shares(smoothing, deepest);
        counts.checkpoint.run();
        int[] number = new int[counts.contexts];
        int kept = 0;
        for (int h = 0; h < counts.contexts; h++) {
            number[h] = counts.length[h] <= deepest ? kept++ : -1;
        }
        int[][] contexts = new int[kept][];
        double[] weight = new double[kept];
        for (int h = 0; h < counts.contexts; h++) {
            if (number[h] >= 0) {
                contexts[number[h]] = new int[] {h == 0 ? -1 : number[counts.parent[h]], counts.oldest[h]};
                weight[number[h]] = shares.weight()[h];
            }
        }
        long[] keys = new long[counts.followers.size()];
        int places = 0;
        for (int place = 0; place < keys.length; place++) {
            if (number[counts.contextOf[place]] >= 0) {
                keys[places++] = (long) number[counts.contextOf[place]] << 32 | counts.symbolOf[place];
            }
        }
        keys = Arrays.copyOf(keys, places);
        Arrays.sort(keys);
        int[] original = new int[kept];
        for (int h = 0; h < counts.contexts; h++) {
            if (number[h] >= 0) {
                original[number[h]] = h;
            }
        }
        int[][] followers = new int[places][];
        double[] share = new double[places];
        for (int k = 0; k < places; k++) {
            if ((k & 0xffff) == 0) {
                counts.checkpoint.run();
            }
            int h = (int) (keys[k] >>> 32);
            int o = (int) keys[k];
            followers[k] = new int[] {h, o};
            share[k] = shares.share()[counts.followers.find(original[h], o)];
        }
        return new ContextTree(counts.alphabet, contexts, weight, followers, share);
    }

    /**
     * Makes a model from tables.
     *
     * @param contexts the parent and the oldest symbol of each context, |O| for the start of a sequence; the empty
     *         context comes first, and each context after its parent
     * @param weight the weight of the parent's distribution in each context
     * @param followers pairs of a context and a symbol that followed it, in order
     * @param share the share of each of these pairs
     * @throws IllegalArgumentException if the tables do not make a model
     */
    public ContextTree(Alphabet alphabet, int[][] contexts, double[] weight, int[][] followers, double[] share) {
        this.alphabet = alphabet;
        n = alphabet.size();
        end = alphabet.end().orElse(-1);
        int size = contexts.length;
        if (size == 0 || weight.length != size || share.length != followers.length) {
            throw new IllegalArgumentException("an n-gram model must have a context, a weight for each and a share for each"
                    + " follower; found " + size + ", " + weight.length + ", and " + share.length + " for "
                    + followers.length);
        }
        parent = new int[size];
        oldest = new int[size];
        length = new int[size];
        parent[ROOT] = -1;
        oldest[ROOT] = -1;
        for (int h = 1; h < size; h++) {
            parent[h] = contexts[h][0];
            oldest[h] = contexts[h][1];
            if (parent[h] < 0 || parent[h] >= h || oldest[h] < 0 || oldest[h] > n
                    || longer.number(parent[h], oldest[h]) != h - 1) {
                throw new IllegalArgumentException("a context must appear once, after its parent, with a symbol up to " + n
                        + "; context " + h + " has parent " + parent[h] + " and symbol " + oldest[h]);
            }
            length[h] = length[parent[h]] + 1;
        }
        first = new int[size + 1];
        follower = new int[followers.length];
        for (int k = 0; k < followers.length; k++) {
            int h = followers[k][0];
            int o = followers[k][1];
            boolean ordered = k == 0 || h > followers[k - 1][0] || h == followers[k - 1][0] && o > follower[k - 1];
            if (h < 0 || h >= size || o < 0 || o >= n || !ordered) {
                throw new IllegalArgumentException("followers must be in order, of a context below " + size
                        + " and a symbol below " + n + "; follower " + k + " is of context " + h + " and symbol " + o);
            }
            follower[k] = o;
            first[h + 1] = k + 1;
        }
        for (int h = 1; h <= size; h++) {
            first[h] = Math.max(first[h], first[h - 1]);
        }
        this.weight = weight.clone();
        this.share = share.clone();
        for (int h = 0; h < size; h++) {
            double sum = weight[h];
            double least = weight[h];
            for (int k = first[h]; k < first[h + 1]; k++) {
                sum += share[k];
                least = Math.min(least, share[k]);
            }
            if (!(least >= 0 && Math.abs(sum - 1) <= ROUNDING)) {
                throw new IllegalArgumentException("the weight and the shares of a context must be 0 or more and sum to 1;"
                        + " those of context " + h + " sum to " + sum + ", the least is " + least);
            }
        }
        int begun = longer.find(ROOT, n);
        start = begun < 0 ? ROOT : 1 + begun;
    }

    @Override
    public Alphabet space() {
        return alphabet;
    }

    @Override
    public SymbolFilter filter() {
        return new ContextFilter();
    }

    /** The number of contexts, the empty one included. */
    public int contexts() {
        return parent.length;
    }

    /** The table of contexts, as in the constructor; a new array. */
    public int[][] contextTable() {
        int[][] table = new int[contexts()][];
        Arrays.setAll(table, h -> new int[] {parent[h], oldest[h]});
        return table;
    }

    /** The pairs of contexts and followers, as in the constructor; new arrays. */
    public int[][] followerTable() {
        int[][] table = new int[follower.length][];
        for (int h = 0; h < contexts(); h++) {
            for (int k = first[h]; k < first[h + 1]; k++) {
                table[k] = new int[] {h, follower[k]};
            }
        }
        return table;
    }

    /** The weights of the parents' distributions; a new array. */
    public double[] weights() {
        return weight.clone();
    }

    /** The shares of the followers; a new array. */
    public double[] shares() {
        return share.clone();
    }

    /** The longest context that matches the past after one more symbol; the number of contexts after the end. */
    private int next(int context, int symbol) {
        if (symbol == end || context == contexts()) {
            return contexts();
        }
        int[] past = new int[length[context]];
        for (int h = context; h != ROOT; h = parent[h]) {
            past[length[h] - 1] = oldest[h];
        }
        int longest = ROOT;
        int found = longer.find(ROOT, symbol);
        for (int k = 0; found >= 0; k++) {
            longest = 1 + found;
            found = k < past.length ? longer.find(longest, past[k]) : -1;
        }
        return longest;
    }

    /** P(· | context). into: overwritten. */
    private void predict(int context, double[] into) {
        if (context == contexts()) {
            Arrays.fill(into, 0, n, 0);
            into[end] = 1;
            return;
        }
        int[] path = new int[length[context] + 1];
        for (int h = context; h >= 0; h = parent[h]) {
            path[length[h]] = h;
        }
        Arrays.fill(into, 0, n, 1.0 / n);
        for (int h : path) {
            double passed = weight[h];
            for (int o = 0; o < n; o++) {
                into[o] *= passed;
            }
            for (int k = first[h]; k < first[h + 1]; k++) {
                into[follower[k]] += share[k];
            }
        }
    }

    private final class ContextFilter implements SymbolFilter {

        private int context = start;

        @Override
        public void reset() {
            context = start;
        }

        @Override
        public void update(int symbol) {
            context = next(context, Objects.checkIndex(symbol, n));
        }

        /** Restarts from the empty context, because an n-gram knows nothing beyond a gap. */
        @Override
        public boolean skip() {
            context = context == contexts() ? context : ROOT;
            return true;
        }

        /** Exact for any number of steps: propagates the distribution over contexts. */
        @Override
        public void scores(int ahead, double[] into) {
            if (ahead < 1) {
                throw new IllegalArgumentException("scores must look at least 1 step ahead; ahead=" + ahead);
            }
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
                int[] targets = new int[(int) Math.min(mass.length, (long) reached.length * n)];
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
        public SymbolFilter copy() {
            ContextFilter copy = new ContextFilter();
            copy.context = context;
            return copy;
        }
    }
}
