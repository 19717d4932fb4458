package psr.datasets;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

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
     * Cuts the pieces of one sequence, which are ordered by time: those before the cut are for training, those after it for
     * the test, and one piece may be in both parts.
     */
    static Dataset.Builder cutPieces(Sequences pieces, double share) {
        if (pieces.count() == 1) {
            return cut(pieces, share);
        }
        int left = first(pieces.total(), share, "rows");
        int count = pieces.count();
        int[] length = IntStream.range(0, count).map(pieces::length).toArray();
        int[] before = new int[count];
        for (int i = 0; i < count; i++) {
            before[i] = Math.min(left, length[i]);
            left -= before[i];
        }
        int[] none = new int[count];
        int[] training = IntStream.range(0, count).filter(i -> before[i] > 0).toArray();
        int[] test = IntStream.range(0, count).filter(i -> before[i] < length[i]).toArray();
        return Dataset.builder(pieces.pieces(training, none, of(before, training)))
                .test(pieces.pieces(test, of(before, test), of(length, test)));
    }

    private static int[] of(int[] values, int[] numbers) {
        return Arrays.stream(numbers).map(i -> values[i]).toArray();
    }

    /**
     * A random share for training, the rest for the test; both parts keep the order of the file.
     *
     * @param all at least 2 sequences
     */
    static Dataset.Builder random(Sequences all, double share, Run run) {
        int[][] parts = random(all.count(), share, run);
        return Dataset.builder(all.select(parts[0])).test(all.select(parts[1]));
    }

    /** The numbers below {@code count} in two parts at random, each in increasing order. */
    static int[][] random(int count, double share, Run run) {
        // The training sequences are the first ones of a shuffle (Fisher and Yates).
        RandomGenerator random = run.random("split");
        int[] order = new int[count];
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
        return new int[][] {Arrays.copyOf(order, cut), Arrays.copyOfRange(order, cut, order.length)};
    }
}
