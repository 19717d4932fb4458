package psr.pipeline;

import java.util.Arrays;

import psr.math.PairTable;

/**
 * The most frequent strings that begin, or that end, at the positions of sequences. With a string, the tree contains its
 * prefixes (for histories: its suffixes), so the longest string that matches a position describes it: the strings of all
 * its ancestors match it as well. Immutable.
 *
 * <p>Node 0 is the empty string; a node comes after its parent.
 */
final class StringTree {

    /** The node of the string without its last symbol (for histories: its oldest); −1 for the empty one. */
    final int[] parent;
    /** The number of positions that match a string. */
    final int[] count;
    /** The longest string that matches each position; −1 if a future of full length would extend beyond the data. */
    final int[] longest;
    /** The length of the longest string. */
    final int depth;

    private StringTree(int[] parent, int[] count, int[] longest, int depth) {
        this.parent = parent;
        this.count = count;
        this.longest = longest;
        this.depth = depth;
    }

    /** Strings of the past; they may contain the start of a sequence, once, as a symbol. */
    static StringTree histories(Corpus data, int depth, int most, int least) {
        return grow(data, true, depth, most, least);
    }

    /** Strings of the future, up to the end of the sequence. */
    static StringTree futures(Corpus data, int depth, int most, int least) {
        return grow(data, false, depth, most, least);
    }

    private static StringTree grow(Corpus data, boolean past, int depth, int most, int least) {
        int total = data.total();
        // Level by level: the candidates are the extensions of strings that are frequent themselves.
        int[] node = new int[total];
        int[][] path = new int[depth + 1][total];
        int[] parents = {-1};
        int[] counts = {total};
        int nodes = 1;
        int reached = 0;
        for (int level = 1; level <= depth; level++) {
            PairTable pairs = new PairTable();
            int[] pair = new int[total];
            int[] often = new int[64];
            int[] above = new int[64];
            for (int i = 0; i < data.count(); i++) {
                for (int t = data.start[i]; t < data.start[i + 1]; t++) {
                    data.checkpoint(t);
                    int symbol = node[t] < 0 ? -1 : symbol(data, i, t, level, past);
                    pair[t] = -1;
                    if (symbol >= 0) {
                        int p = pairs.number(node[t], symbol);
                        if (p == often.length) {
                            often = Arrays.copyOf(often, 2 * p);
                            above = Arrays.copyOf(above, 2 * p);
                        }
                        often[p]++;
                        above[p] = node[t];
                        pair[t] = p;
                    }
                }
            }
            int[] named = new int[pairs.size()];
            int before = nodes;
            for (int p = 0; p < named.length; p++) {
                named[p] = -1;
                if (often[p] >= least) {
                    named[p] = nodes;
                    if (nodes == parents.length) {
                        parents = Arrays.copyOf(parents, 2 * nodes);
                        counts = Arrays.copyOf(counts, 2 * nodes);
                    }
                    parents[nodes] = above[p];
                    counts[nodes++] = often[p];
                }
            }
            if (nodes == before) {
                break;
            }
            reached = level;
            for (int t = 0; t < total; t++) {
                node[t] = pair[t] < 0 ? -1 : named[pair[t]];
                path[level][t] = node[t];
            }
        }
        return keep(data, past, parents, counts, nodes, path, reached, most);
    }

    /** The symbol that extends a string by one; −1 if the sequence has none. */
    private static int symbol(Corpus data, int i, int t, int level, boolean past) {
        if (past) {
            int at = t - level;
            return at >= data.start[i] ? data.x[at] : at == data.start[i] - 1 ? data.n : -1;
        }
        int at = t + level - 1;
        return at < data.start[i + 1] ? data.x[at] : -1;
    }

    private static StringTree keep(Corpus data, boolean past, int[] parents, int[] counts, int nodes, int[][] path,
            int reached, int most) {
        // A parent is at least as frequent as its child and comes before it; a stable sort preserves that.
        Integer[] order = new Integer[nodes];
        Arrays.setAll(order, k -> k);
        int[] often = counts;
        Arrays.sort(order, (a, b) -> Integer.compare(often[b], often[a]));
        int kept = Math.min(nodes, most);
        int[] number = new int[nodes];
        Arrays.fill(number, -1);
        int[] parent = new int[kept];
        int[] count = new int[kept];
        for (int k = 0; k < kept; k++) {
            number[order[k]] = k;
            parent[k] = k == 0 ? -1 : number[parents[order[k]]];
            count[k] = counts[order[k]];
        }
        int[] longest = new int[data.total()];
        int depth = 0;
        for (int i = 0; i < data.count(); i++) {
            for (int t = data.start[i]; t < data.start[i + 1]; t++) {
                data.checkpoint(t);
                for (int level = 1; level <= reached && path[level][t] >= 0 && number[path[level][t]] >= 0; level++) {
                    longest[t] = number[path[level][t]];
                    depth = Math.max(depth, level);
                }
            }
        }
        if (!past && data.end < 0) {
            for (int i = 0; i < data.count(); i++) {
                for (int t = Math.max(data.start[i], data.start[i + 1] - depth + 1); t < data.start[i + 1]; t++) {
                    longest[t] = -1;
                }
            }
        }
        return new StringTree(parent, count, longest, depth);
    }

    /** The number of strings, the empty one included. */
    int size() {
        return parent.length;
    }

    /** The weight of a string's column, (count + 1)^−½. */
    double weight(int node) {
        return 1 / Math.sqrt(count[node] + 1.0);
    }
}
