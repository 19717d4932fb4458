package psr.pipeline;

import java.util.Arrays;

/**
 * What followed every context of up to a number of symbols; the start of a sequence is a symbol of the contexts. From it
 * the probabilities of observed symbols under n-grams of every order at once. Immutable.
 */
final class NGrams {

    private final int n;
    private final int depth;
    /** (context, older symbol) ↦ the context that is one symbol longer, less one. */
    private final PairTable longer = new PairTable();
    /** (context, symbol) ↦ its place in the counts. */
    private final PairTable followers = new PairTable();
    private int[] count = new int[64];
    private int[] continuation = new int[64];
    private int[] total = new int[64];
    private int[] types = new int[64];
    private int[] wider = new int[64];

    /** Counts contexts of 0 … depth symbols. */
    NGrams(Corpus data, int depth) {
        this.n = data.n;
        this.depth = depth;
        for (int i = 0; i < data.count(); i++) {
            for (int t = data.start[i]; t < data.start[i + 1]; t++) {
                int context = 0;
                int place = -1;
                for (int k = 0;; k++) {
                    int shorterPlace = place;
                    place = followers.number(context, data.x[t]);
                    count = fit(count, place);
                    continuation = fit(continuation, place);
                    total = fit(total, context);
                    types = fit(types, context);
                    wider = fit(wider, context);
                    total[context]++;
                    if (count[place]++ == 0) {
                        types[context]++;
                        if (shorterPlace >= 0) {
                            continuation[shorterPlace]++;
                        }
                    }
                    int older = k == depth ? -1 : symbol(data, i, t - k - 1);
                    if (older < 0) {
                        break;
                    }
                    context = 1 + longer.number(context, older);
                }
            }
        }
    }

    private static int[] fit(int[] x, int index) {
        return index < x.length ? x : Arrays.copyOf(x, 2 * index);
    }

    private static int symbol(Corpus data, int i, int at) {
        return at >= data.start[i] ? data.x[at] : at == data.start[i] - 1 ? data.n : -1;
    }

    /**
     * The Witten–Bell probability of every symbol of a corpus, for contexts of 0 … depth symbols: P(o | h) = (c(h o) + k(h)
     * P(o | h'))/(c(h) + k(h)).
     *
     * @param leaveOut whether the corpus is the one that was counted and each symbol is to be left out of its own
     *        probability: its count and the total are one less, and there is one type less where it occurred once
     */
    double[][] wittenBell(Corpus data, boolean leaveOut) {
        double[][] probability = new double[depth + 1][data.total()];
        for (int i = 0; i < data.count(); i++) {
            for (int t = data.start[i]; t < data.start[i + 1]; t++) {
                int context = 0;
                double p = 1.0 / n;
                int k = 0;
                for (; k <= depth; k++) {
                    int place = followers.find(context, data.x[t]);
                    double c = place < 0 ? 0 : count[place];
                    double all = total[context];
                    double different = types[context];
                    if (leaveOut) {
                        if (c == 1) {
                            different--;
                        }
                        c--;
                        all--;
                    }
                    if (all + different > 0) {
                        p = (c + different * p) / (all + different);
                    }
                    probability[k][t] = p;
                    int older = symbol(data, i, t - k - 1);
                    int next = older < 0 ? -1 : longer.find(context, older);
                    if (next < 0) {
                        break;
                    }
                    context = 1 + next;
                }
                for (k++; k <= depth; k++) {
                    probability[k][t] = p;
                }
            }
        }
        return probability;
    }
}
