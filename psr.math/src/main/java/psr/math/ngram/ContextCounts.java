package psr.math.ngram;

import java.util.Arrays;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.math.PairTable;

/**
 * The counts of the symbols that followed every context of up to a number of symbols. The start of a sequence is a symbol
 * of contexts only, never one that follows. Not modified after counting.
 *
 * <p>Context 0 is empty; every other context extends its parent by an older symbol and has a larger number.
 */
public final class ContextCounts {

    /** Counts of 1, of 2, and of 3 or more are discounted differently. */
    private static final int CLASSES = 3;

    /** Every so many steps, less one, there is a checkpoint: a bit mask. */
    private static final int OFTEN = (1 << 12) - 1;

    final Runnable checkpoint;
    final Alphabet alphabet;
    final int n;
    final int depth;
    /** (context, older symbol) ↦ the longer context, less one; the start of a sequence is the symbol n. */
    final PairTable longer = new PairTable();
    /** (context, symbol) ↦ the index of this pair. */
    final PairTable followers = new PairTable();
    int[] parent = new int[64];
    int[] oldest = new int[64];
    int[] length = new int[64];
    int[] total = new int[64];
    int[] types = new int[64];
    int contexts = 1;
    int[] contextOf = new int[64];
    int[] symbolOf = new int[64];
    int[] count = new int[64];
    /** How many different symbols preceded a context and its follower. */
    int[] before = new int[64];

    /**
     * Counts contexts of 0 … depth symbols.
     *
     * @param depth at least 0
     * @param checkpoint called often by all long computations; may throw to end them
     */
    public ContextCounts(Symbols data, int depth, Runnable checkpoint) {
        this.alphabet = data.alphabet();
        this.checkpoint = checkpoint;
        this.n = alphabet.size();
        this.depth = depth;
        parent[0] = -1;
        oldest[0] = -1;
        int[] x = new int[data.longest()];
        for (int i = 0; i < data.count(); i++) {
            int size = data.copy(i, x);
            for (int t = 0; t < size; t++) {
                checkpoint(t);
                count(x, t);
            }
        }
    }

    private void checkpoint(int t) {
        if ((t & OFTEN) == 0) {
            checkpoint.run();
        }
    }

    private void count(int[] x, int t) {
        int context = 0;
        int shorter = -1;
        for (int k = 0;; k++) {
            int place = followers.number(context, x[t]);
            if (place == count.length) {
                contextOf = Arrays.copyOf(contextOf, 2 * place);
                symbolOf = Arrays.copyOf(symbolOf, 2 * place);
                count = Arrays.copyOf(count, 2 * place);
                before = Arrays.copyOf(before, 2 * place);
            }
            total[context]++;
            if (count[place]++ == 0) {
                contextOf[place] = context;
                symbolOf[place] = x[t];
                types[context]++;
                if (shorter >= 0) {
                    before[shorter]++;
                }
            }
            shorter = place;
            if (k == depth || k > t) {
                return;
            }
            context = extend(context, k == t ? n : x[t - k - 1]);
        }
    }

    private int extend(int context, int older) {
        int next = 1 + longer.number(context, older);
        if (next == contexts) {
            if (contexts == parent.length) {
                parent = Arrays.copyOf(parent, 2 * contexts);
                oldest = Arrays.copyOf(oldest, 2 * contexts);
                length = Arrays.copyOf(length, 2 * contexts);
                total = Arrays.copyOf(total, 2 * contexts);
                types = Arrays.copyOf(types, 2 * contexts);
            }
            parent[next] = context;
            oldest[next] = older;
            length[next] = length[context] + 1;
            contexts++;
        }
        return next;
    }

    /** The length of the longest contexts. */
    public int depth() {
        return depth;
    }

    /** How often the pair at an index occurred, or c*, how many different symbols preceded it. */
    private int counted(int place, boolean different) {
        return different && oldest[contextOf[place]] != n ? before[place] : count[place];
    }

    /**
     * The share of each pair in its context, and the weight of the distribution given shorter contexts: P(o | h) =
     * share(h o) + weight(h) P(o | h').
     */
    record Shares(double[] share, double[] weight) {}

    /**
     * The shares of contexts of one length.
     *
     * @param longest whether these are the longest contexts of the model
     */
    private void shares(Smoothing smoothing, int k, boolean longest, Shares into) {
        checkpoint.run();
        if (smoothing == Smoothing.WITTEN_BELL) {
            for (int place = 0; place < followers.size(); place++) {
                int h = contextOf[place];
                if (length[h] == k) {
                    into.share[place] = count[place] / ((double) total[h] + types[h]);
                    into.weight[h] = types[h] / ((double) total[h] + types[h]);
                }
            }
            return;
        }
        long[] often = new long[CLASSES + 2];
        double[] sum = new double[contexts];
        for (int place = 0; place < followers.size(); place++) {
            if (length[contextOf[place]] == k) {
                int c = counted(place, !longest);
                often[Math.min(c, CLASSES + 1)]++;
                sum[contextOf[place]] += c;
            }
        }
        double[] discount = discounts(often);
        for (int place = 0; place < followers.size(); place++) {
            int h = contextOf[place];
            if (length[h] == k) {
                int c = counted(place, !longest);
                double discounted = Math.min(c, discount[Math.min(c, CLASSES)]);
                into.share[place] = (c - discounted) / sum[h];
                into.weight[h] += discounted / sum[h];
            }
        }
    }

    /** D for counts of 1, 2, 3 and more, from how often counts of 1 … 4 occurred (Chen, Goodman 1999, equation 17). */
    static double[] discounts(long[] often) {
        double[] discount = new double[CLASSES + 1];
        double y = often[1] > 0 ? often[1] / (often[1] + 2.0 * often[2]) : 1;
        for (int c = 1; c <= CLASSES; c++) {
            double d = often[c] > 0 ? c - (c + 1) * y * often[c + 1] / often[c] : c * .5;
            // Few counts may give discounts that make no sense: then clamp them to nothing or everything.
            discount[c] = Math.min(c, Math.max(.1, d));
        }
        return discount;
    }

    /** The shares of a model with contexts of up to {@code deepest} symbols. */
    Shares shares(Smoothing smoothing, int deepest) {
        Shares shares = new Shares(new double[followers.size()], new double[contexts]);
        for (int k = 0; k <= deepest; k++) {
            shares(smoothing, k, k == deepest, shares);
        }
        return shares;
    }

    /**
     * The probability of every symbol of some sequences, under the models with contexts of 0 … depth symbols.
     *
     * @return for each depth the probabilities, sequence by sequence
     */
    public double[][] probabilities(Smoothing smoothing, Symbols data) {
        double[][] probability = new double[depth + 1][];
        for (int k = 0; k <= depth; k++) {
            probability[k] = probabilities(smoothing, data, k);
        }
        return probability;
    }

    /** The probability of every symbol of some sequences, sequence by sequence, under the model with contexts up to a length. */
    public double[] probabilities(Smoothing smoothing, Symbols data, int deepest) {
        return walk(data, deepest, shares(smoothing, deepest));
    }

    private double[] walk(Symbols data, int deepest, Shares shares) {
        double[] probability = new double[data.total()];
        int[] x = new int[data.longest()];
        int at = 0;
        for (int i = 0; i < data.count(); i++) {
            int size = data.copy(i, x);
            for (int t = 0; t < size; t++) {
                checkpoint(t);
                double p = 1.0 / n;
                int context = 0;
                for (int k = 0; context >= 0; k++) {
                    int place = followers.find(context, x[t]);
                    p = (place < 0 ? 0 : shares.share[place]) + shares.weight[context] * p;
                    context = k == deepest || k > t ? -1 : next(context, k == t ? n : x[t - k - 1]);
                }
                probability[at++] = p;
            }
        }
        return probability;
    }

    private int next(int context, int older) {
        int found = longer.find(context, older);
        return found < 0 ? -1 : 1 + found;
    }

    /**
     * The Witten–Bell probability of every counted symbol, each left out of the counts it is predicted from: its count
     * and the total are one less, and if it occurred once, there is one type less.
     *
     * @param data the sequences that were counted
     * @param deepest the length of the longest contexts, at most {@link #depth()}
     */
    public double[] leaveOneOut(Symbols data, int deepest) {
        double[] probability = new double[data.total()];
        int[] x = new int[data.longest()];
        int at = 0;
        for (int i = 0; i < data.count(); i++) {
            int size = data.copy(i, x);
            for (int t = 0; t < size; t++) {
                checkpoint(t);
                double p = 1.0 / n;
                int context = 0;
                for (int k = 0; context >= 0; k++) {
                    int c = count[followers.find(context, x[t])];
                    double different = types[context] - (c == 1 ? 1 : 0);
                    double all = total[context] - 1;
                    if (all + different > 0) {
                        p = (c - 1 + different * p) / (all + different);
                    }
                    context = k == deepest || k > t ? -1 : next(context, k == t ? n : x[t - k - 1]);
                }
                probability[at++] = p;
            }
        }
        return probability;
    }
}
