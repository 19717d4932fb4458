package psr.datasets;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Run;
import psr.api.source.Dataset;

/** Divides data into a training and a test part. */
final class Split {

    private Split() {}

    /**
     * The number of items for training among {@code count}: the rounded share.
     *
     * @param things a plural noun for the items, for the message
     * @throws IllegalArgumentException if a part would be empty
     */
    static int first(int count, double share, String things) {
        int first = (int) Math.round(count * share);
        if (count < 2) {
            throw new IllegalArgumentException("data must have at least 2 " + things + ", one for training and one for the test;"
                    + " found " + count);
        }
        if (first < 1 || first >= count) {
            throw new IllegalArgumentException("share must leave at least 1 of " + count + " " + things
                    + " for training and for the test; share=" + share + " leaves " + first + " and "
                    + (count - first));
        }
        return first;
    }

    /** Cuts a single sequence: the first share for training, the rest for the test; at least one observation each. */
    static Dataset.Builder cut(Sequences only, double share) {
        int[] length = {only.length(0)};
        int[] cut = {first(length[0], share, only instanceof Symbols ? "symbols" : "rows")};
        int[] start = {0};
        return Dataset.builder(only.pieces(start, start, cut)).continuation(only.pieces(start, cut, length));
    }

    /**
     * A random share for training, the rest for the test; both parts keep the order of the file.
     *
     * @param all at least 2 sequences
     */
    static Dataset.Builder random(Sequences all, double share, Run run) {
        // The training sequences are the first ones of a shuffle (Fisher and Yates).
        RandomGenerator random = run.random("split");
        int[] order = new int[all.count()];
        Arrays.setAll(order, i -> i);
        for (int i = order.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int held = order[i];
            order[i] = order[j];
            order[j] = held;
        }
        int cut = first(order.length, share, "sequences");
        Arrays.sort(order, 0, cut);
        Arrays.sort(order, cut, order.length);
        return Dataset.builder(all.select(Arrays.copyOf(order, cut)))
                .test(all.select(Arrays.copyOfRange(order, cut, order.length)));
    }
}
